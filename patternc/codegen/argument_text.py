"""An argument of the call interface as text: all that its kind decides."""

from __future__ import annotations

from patternc.codegen.filters import fitted
from patternc.ir.inputs import Axis
from patternc.ir.interface import Argument
from patternc.ir.mask import InputKind

_DEFAULTS = {InputKind.SELECTION: " | None = None", InputKind.DROPOUT: " = 0.0", InputKind.SEED: " = 0"}


def taken(argument: Argument) -> str:
    """The annotation of an argument in functions for callers; a seed may also be an int there."""
    return "int | Tensor" if argument.kind is InputKind.SEED else argument.annotation


def parameter(argument: Argument) -> str:
    """The keyword of `attention`."""
    return f"{argument.name}: {taken(argument)}{_DEFAULTS.get(argument.kind, '')}"


def checked_parameter(argument: Argument) -> str:
    """The parameter of functions that check tensors; a selection may be left out."""
    return f"{argument.own}: {argument.annotation}{' | None' if _may_lack(argument) else ''}"


def _may_lack(argument: Argument) -> bool:
    return _DEFAULTS.get(argument.kind, "").endswith("None")


def words(argument: Argument) -> str:
    """The lines of a docstring that describe it."""
    return "".join(f"        {line}\n" for line in _words(argument).splitlines())


def _words(argument: Argument) -> str:
    in_blocks = f",\n    in blocks of {argument.block}: " if argument.block > 1 else ":\n    "
    count = blocks(argument, "seq_len", "ceil({} / {})")
    said = argument.facts.words.format(shape=_shape(argument, extents(argument, "H")), in_blocks=in_blocks, count=count)
    return f"{argument.name}: {said}" if said else ""


def _shape(argument: Argument, sizes: tuple[str, ...]) -> str:
    """The shapes that callers may pass, given the extents."""
    return " or ".join(f"[{', '.join(sizes[first:])}]" for first in ((1, 0) if argument.facts.shared else (0,)))


def blocks(argument: Argument, positions: str, divided: str = "-(-{} // {})") -> str:
    """The number of an argument's blocks in some positions, for arguments that count in blocks."""
    return positions if argument.block == 1 else divided.format(positions, argument.block)


def extents(
    argument: Argument, heads: str, batch: str = "B", rows: str = "ceil(Nq / {})", ends: str = "D + 1"
) -> tuple[str, ...]:
    """The extents of a tensor, from those of a call. `rows`: the blocks of queries, of a block that stands for `{}`."""
    texts = {Axis.BATCH: batch, Axis.HEADS: heads, Axis.ROWS: rows.format(argument.block), Axis.ENDS: ends}
    return tuple(
        str(extent) if isinstance(extent, int) else texts.get(extent, extent.value) for extent in argument.extents
    )


def shape_check(argument: Argument, given: str) -> str:
    """The statements that raise on a tensor of a wrong type, device or shape, which is called `given`."""
    if argument.facts.shared:
        wanted = f'"{_shape(argument, extents(argument, "", "{}"))}{_named(argument)}"'
        items = "".join(f"        {item},\n" for item in (f'"{argument.name}"', given, "query", wanted))
        return fitted(f"    _check_lists(\n{items}    )\n")
    sizes = extents(argument, "query.shape[1]", "query.shape[0]", "-(-query.shape[2] // {})")
    if _may_lack(argument):
        sizes = ("*query.shape[:2]", *sizes[2:])
        check = f'_check_tensor("{argument.name}", {given}, query, _INTEGERS, *shape)'
        return f"    if {given} is not None:\n        shape = {', '.join(sizes)}\n        {check}\n"
    dtypes = "_INTEGERS" if argument.bounded else "_DTYPES"
    items = "".join(f"        {item},\n" for item in (f'"{argument.name}"', given, "query", dtypes, *sizes))
    return fitted(f"    _check_tensor(\n{items}    )\n")


def _named(argument: Argument) -> str:
    """The words after a shape that say what its letters count."""
    return " for D documents" if argument.facts.cuts else ""


def call_check(argument: Argument, numbers: str) -> str:
    """The statement that checks an argument with the others of a call, whose `numbers` are the scale and positions."""
    if argument.kind is InputKind.SELECTION:
        return f"    _check_blocks(query, key, *{numbers}[1:4], {argument.block})\n"
    return "    dropout, seed = _check_dropout(dropout, seed)\n" if argument.kind is InputKind.DROPOUT else ""


def value_check(argument: Argument, wait: str, length: str = "seq_len") -> str:
    """The statement that raises on numbers that don't fit the sequence; `wait`: whether the host waits for a GPU."""
    count, least = blocks(argument, length), argument.facts.least
    named = f'"{argument.name}", {argument.own}'
    if argument.facts.cuts:
        check = f"_check_offsets({named}, {count}, {wait})"
    else:
        check = f"_check_range({named}, {least}, {count}{f' - {-least}' if least else ''}, {wait})"
    return f"    if {argument.own} is not None:\n        {check}\n" if _may_lack(argument) else f"    {check}\n"


def prepared(argument: Argument) -> str:
    """The expression by which a call turns an operand into what operators take: int32 positions, float32 tables."""
    if argument.facts.cuts:
        return f"_document_ends({argument.own}, seq_len, {argument.block})"
    kept = "" if not argument.tensor else ".int().contiguous()" if argument.bounded else ".float().contiguous()"
    return f"{argument.own}{kept}"


def fact(argument: Argument) -> str:
    """The expression of an argument that ranks of a ring compare, so that they refuse calls in which theirs differ."""
    return (
        f"said({argument.own})"
        if argument.tensor
        else "_read_seed(seed)"
        if argument.kind is InputKind.SEED
        else argument.own
    )


def of_entry(argument: Argument, entry: str) -> str:
    """The text of an operand for one batch entry."""
    own = argument.own
    if argument.facts.shared:
        return f"{own}[{entry}] if {own}.dim() == {len(argument.extents)} else {own}"
    return f"{own}[{entry}]" if argument.masks else own


def entry_shape(argument: Argument) -> tuple[str, ...]:
    """The shape that the input of one batch entry must have, in words, and its extents; None: any above 0."""
    shape = extents(argument, "heads", rows="ceil(n / {})")[1:]
    sizes = extents(argument, "heads", rows="-(-n // {})", ends="None")[1:]
    return (f'"[{", ".join(shape)}]{_named(argument)}"' if shape else '"()"', *sizes)


TEXTS = (
    ("taken", taken),
    ("parameter", parameter),
    ("checked_parameter", checked_parameter),
    ("words", words),
    ("shape_check", shape_check),
    ("call_check", call_check),
    ("value_check", value_check),
    ("prepared", prepared),
    ("fact", fact),
    ("of_entry", of_entry),
    ("entry_shape", entry_shape),
    ("extents", extents),
    ("blocks", blocks),
)
"""Filters of all templates."""
