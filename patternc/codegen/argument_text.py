"""An argument of the call interface as text: all that its kind decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod
from textwrap import indent, wrap

from patternc.codegen.filters import fitted
from patternc.ir.facts import of_keys
from patternc.ir.index import Apply, Num, Var, names
from patternc.ir.index_text import Printer
from patternc.ir.interface import Argument
from patternc.ir.lines import LINE_LENGTH
from patternc.ir.mask import Owner, Side

_ROUNDED = {"blocks": "-(-{0} // {1})"}
_WORDS = Printer(
    names={"batch": "B", "heads": "H", "kv_heads": "Hkv", "queries": "Nq", "n": "seq_len"},
    spelled={"blocks": "ceil({0} / {1})"},
)
_LISTS = replace(_WORDS, names={**_WORDS.names, "batch": "{}"})
_ENTRY_WORDS = replace(_WORDS, names={"heads": "heads", "kv_heads": "heads", "queries": "n", "places": "n"})
_ENTRY_SIZES = replace(_ENTRY_WORDS, spelled=_ROUNDED)
_GIVEN = Printer(
    names={"batch": "query.shape[0]", "heads": "query.shape[1]", "queries": "query.shape[2]", "n": "seq_len"},
    spelled=_ROUNDED,
)
_CALL = {
    "queries": "queries",
    "keys": "keys",
    "batch": "batch",
    "heads": "heads",
    "kv_heads": "kv_heads",
    "n": "seq_len",
    "value_dim": "value_dim",
}
_DRAWN = Printer(names={name: f"call.{field}" for name, field in _CALL.items()}, spelled=_ROUNDED)


def parameter(argument: Argument) -> str:
    """The keyword of `attention`."""
    return f"{argument.name}: {argument.taken}{argument.facts.default}"


def checked_parameter(argument: Argument) -> str:
    """The parameter of functions that check tensors; a selection may be left out."""
    return f"{argument.own}: {argument.annotation}{' | None' if argument.facts.found else ''}"


def words(argument: Argument) -> str:
    """The lines of a docstring that describe it."""
    lines = (part for line in _words(argument).splitlines() for part in _wrapped(line))
    return "".join(f"        {line}\n" for line in lines)


def _wrapped(line: str) -> list[str]:
    """A line of a docstring, as several where it is too long."""
    further = " " * (len(line) - len(line.lstrip())) or "    "
    return wrap(line, LINE_LENGTH - 8, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


def _words(argument: Argument) -> str:
    in_blocks = f",\n    in blocks of {argument.block}: " if argument.block > 1 else ":\n    "
    count, printer = blocks(argument, "seq_len", "ceil({} / {})"), _WORDS
    if argument.order is not None:
        in_blocks, places = f",\n    in {_tiles(argument)}: ", prod(argument.order.numbering)
        count = str(-(-places // argument.block))
        printer = replace(_WORDS, names={**_WORDS.names, "queries": str(places), "n": str(places)})
    shapes = [_shape(one, printer) for one in _sides(argument)]
    shape = f"({', '.join(shapes)})" if argument.pair else shapes[0]
    heads = "1 or H" if argument.shape else "1"
    said = argument.facts.words.format(shape=shape, in_blocks=in_blocks, count=count, of=_of(argument), heads=heads)
    return f"{argument.name}: {said}" if said else ""


def _sides(argument: Argument) -> tuple[Argument, ...]:
    """The arguments that callers pass by its keyword, those of queries first."""
    return tuple(replace(argument, side=side) for side in Side) if argument.pair else (argument,)


def _of(argument: Argument) -> str:
    """What an input has a number for, in words; or of which blocks it lists some."""
    order = argument.order
    if argument.facts.listed and order is not None:
        of = "tile" if argument.rows == order.cells else f"{argument.rows // order.cells} tiles"
        return f"{_tiles(argument)}, for each {of} of queries"
    if argument.facts.listed:
        keys, rows = (
            one if size == 1 else f"blocks of {size} {one}"
            for one, size in (("keys", argument.block), ("queries", argument.rows))
        )
        return f"{keys} of each {rows.replace('blocks', 'block') if argument.rows > 1 else 'query'}"
    whose = (("query" if one.side is Side.QUERY else "key") for one in _sides(argument))
    block = argument.block
    if order is not None:
        sides = " and ".join("queries" if one == "query" else "keys" for one in whose)
        return f"of the {_tiles(argument).removeprefix('numbers of ')}, of {sides}"
    each = (one if block == 1 else f"block of {block} with a {one}, in blocks" for one in whose)
    words = " and for each ".join(each)
    return f"{words}, as a pair, or one tensor where they stand at the same positions" if argument.pair else words


def _tiles(argument: Argument) -> str:
    """What an input counts of an order of tiles: these, or blocks of several, by their row-major numbers."""
    assert argument.order is not None
    several, sizes = argument.block // argument.order.cells, " x ".join(map(str, argument.order.sizes))
    return f"numbers of {f'blocks of {several} ' * (several > 1)}tiles of {sizes} cells, row by row"


def _shape(argument: Argument, printer: Printer) -> str:
    """The shapes that callers may pass."""
    sizes = _extents(argument, printer)
    return " or ".join(f"[{', '.join(sizes[first:])}]" for first in ((1, 0) if argument.facts.shared else (0,)))


def blocks(argument: Argument, positions: str, divided: str = "-(-{} // {})") -> str:
    """The number of an argument's blocks in some positions, for arguments that count in blocks."""
    return positions if argument.block == 1 else divided.format(positions, argument.block)


def _extents(argument: Argument, printer: Printer) -> tuple[str, ...]:
    """The extents of a tensor as callers pass it."""
    places = "blocks" if argument.block > 1 else "Nq" if argument.side is Side.QUERY else "Nk"
    names = {"places": places, **printer.names, "block": str(argument.block), "rows": str(argument.rows)}
    if "places" in printer.names and argument.block > 1:  # of a whole sequence
        names["places"] = printer.text(Apply("blocks", (Var("places"), Num(argument.block))))
    own = replace(printer, names=names)
    return tuple(own.text(axis.size) for axis in argument.extents)


def drawn_extents(argument: Argument) -> tuple[str, ...]:
    """The extents of a tensor of a `call` of `selfcheck`."""
    return _extents(argument, _DRAWN)


def shape_check(argument: Argument, given: str) -> str:
    """The statements that raise on a tensor of a wrong type, device or shape, which is called `given`."""
    if argument.facts.shared:
        wanted = f'"{_shape(argument, _LISTS)}{_counted(argument)}"'
        items = "".join(f"        {item},\n" for item in (f'"{argument.name}"', given, "query", wanted))
        return fitted(f"    _check_lists(\n{items}    )\n")
    sizes = _extents(argument, _GIVEN)
    if argument.facts.found:
        sizes = ("*query.shape[:2]", *sizes[2:])
        check = f'_check_tensor("{argument.name}", {given}, query, _INTEGERS, *shape)'
        return f"    if {given} is not None:\n        shape = {', '.join(sizes)}\n        {check}\n"
    dtypes = "_INTEGERS" if argument.bounded else "_DTYPES"
    items = "".join(f"        {item},\n" for item in (f'"{argument.name}"', given, "query", dtypes, *sizes))
    return fitted(f"    _check_tensor(\n{items}    )\n")


def _counted(argument: Argument) -> str:
    """The words after a shape that say what its letters count."""
    return "".join(axis.counted for axis in argument.facts.axes)


def dtypes(argument: Argument) -> str:
    """The keyword that says which numbers an input may have, if these are labels."""
    return "dtypes=_LABELS" if argument.facts.free else ""


def placed(argument: Argument, numbers: str, local: str = "") -> str:
    """The statement that checks a number for each query or key, and puts it where its position is in the sequence.

    Where entries stand is cut to the sequence.

    `numbers`: the scale, positions and places of heads of a call; `local`: what the function calls the argument, where
    that is not its name.
    """
    own = local or argument.name
    given = [f'"{argument.name}"', own]
    block = [str(argument.block)] if argument.block > 1 else []
    block += [dtypes(argument)] if argument.facts.free else []
    if argument.facts.listed:
        owners = {Owner.SHARED: "None", Owner.KV_HEADS: "key.shape[1]", Owner.HEADS: "query.shape[1]"}
        items = [
            *given,
            "query",
            owners[argument.owner],
            f"{numbers}[1]",
            *([str(argument.rows)] if argument.rows > 1 else []),
        ]
        target, function = own, "_picks_of_call"
    elif argument.pair:
        items = [*given, "query", "key", f"*{numbers}[1:4]", *block]
        target, function = f"{argument.name}, {of_keys(argument.name)}", "_of_both"
    else:
        side, first = ("query", 1) if argument.side is Side.QUERY else ("key", 2)
        items = [*given, "query", side, f"{numbers}[{first}]", f"{numbers}[3]", *block]
        target, function = argument.name, "_of_call"
    listed = "".join(f"        {item},\n" for item in items)
    cut = f".clamp(0, {numbers}[3])" if argument.place else ""
    return fitted(f"    {target} = {function}(\n{listed}    ){cut}\n")


def call_check(argument: Argument, numbers: str, own: str = "", keys: str = "key.shape[2]") -> str:
    """The statement that checks an argument with the others of a call.

    `numbers`: the scale and positions of the call. `own`: the argument's name there, if it is another one than callers
    know. `keys`: how many keys there are numbers of pairs for.
    """
    heads = "query.shape[1]" if argument.shape else "1"
    names = {"name": argument.name, "own": own or argument.name, "numbers": numbers, "heads": heads, "keys": keys}
    check = argument.facts.call.format(block=argument.block, **names)
    return f"    {check}\n" if check else ""


def value_check(argument: Argument, wait: str, length: str = "seq_len") -> str:
    """The statements that raise on numbers that don't fit the sequence; `wait`: whether the host waits for a GPU."""
    names = {"name": argument.name, "own": argument.own}
    check = argument.facts.check.format(**names, count=blocks(argument, length), wait=wait)
    if argument.facts.found:
        return f"    if {argument.own} is not None:\n{indent(check, ' ' * 8)}\n"
    return f"{indent(check, ' ' * 4)}\n"


def in_step(argument: Argument) -> str:
    """What an argument of a decoding step speaks of, in words: `x` holds the queries, and the cache the keys."""
    if argument.pair:
        return "x and, as the second of a pair, for the longer cache"
    if argument.facts.of_pairs:
        return "the queries of x and the keys of the longer cache"
    if argument.side is None:
        return "x" if argument.facts.listed or argument.facts.gates else "all `seq_len` positions"
    return "the longer cache" if argument.of_keys else "x"


def checked_by_length(arguments: Iterable[Argument]) -> bool:
    """Whether `value_check` of some arguments reads the length of the sequence."""
    return any("{count}" in one.facts.check for one in arguments)


def prepared(argument: Argument) -> str:
    """The expression by which a call turns an operand into what operators take: int32 positions, float32 tables."""
    return argument.facts.kernels.format(own=argument.own, block=argument.block)


def fact(argument: Argument) -> str:
    """The expression of an argument that ranks of a ring compare, so that they refuse calls in which theirs differ."""
    return argument.facts.compared.format(own=argument.own)


def of_entry(argument: Argument, entry: str) -> str:
    """The text of an operand for one batch entry."""
    own = argument.own
    if argument.facts.gates:
        return f"{own}[{entry}, :, rows]"
    if argument.facts.of_pairs:
        return f"{own}.expand(len(query), -1, -1, -1)[{entry}, :, rows, keys]"
    if argument.facts.shared:
        return f"{own}[{entry}] if {own}.dim() == {len(argument.extents)} else {own}"
    return f"{own}[{entry}]" if argument.masks else own


def entry_shape(argument: Argument) -> tuple[str, ...]:
    """The shape that the input of one batch entry must have, in words, and its extents; None: any above 0."""
    shape, sizes = (_extents(argument, printer)[1:] for printer in (_ENTRY_WORDS, _ENTRY_SIZES))
    known = (
        "None" if names(axis.size) & {"D", "K", "kv_heads"} else size
        for axis, size in zip(argument.extents[1:], sizes, strict=True)
    )
    return (f'"[{", ".join(shape)}]{_counted(argument)}"' if shape else '"()"', *known)


TEXTS = (
    ("of_keys", of_keys),
    ("placed", placed),
    ("dtypes", dtypes),
    ("parameter", parameter),
    ("checked_parameter", checked_parameter),
    ("words", words),
    ("shape_check", shape_check),
    ("call_check", call_check),
    ("value_check", value_check),
    ("checked_by_length", checked_by_length),
    ("in_step", in_step),
    ("prepared", prepared),
    ("fact", fact),
    ("of_entry", of_entry),
    ("entry_shape", entry_shape),
    ("drawn_extents", drawn_extents),
    ("blocks", blocks),
)
"""Filters of all templates."""
