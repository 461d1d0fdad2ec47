"""The functions of a torch module that its nests call, as lines of Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patternc.codegen.python_text import TENSORS
from patternc.codegen.torch.functions import Argument, BoundsFunction, Functions, NearFunction, PredicateFunction
from patternc.ir.batch import Order, SelectionTable
from patternc.ir.index import Expr, Var
from patternc.ir.interface import given_name
from patternc.ir.lines import LINE_LENGTH, Bracket, Piece, laid_out

_CACHED = "@functools.lru_cache(maxsize=4)"
_EXTENTS = ("heads: range", "total: int", "queries: range", "keys: range", "n: int", "device: torch.device")


def texts(functions: Functions) -> tuple[str, ...]:
    """The functions of positions and of blocks, in their order."""
    bounds = (_bounds(one) for one in functions.bounds.values() if one.place)
    predicates = (_predicate(one) for one in functions.predicates.values())
    return tuple("\n".join(lines) for lines in (*bounds, *map(_near, functions.near), *predicates))


def tables(functions: Functions) -> tuple[str, ...]:
    """The functions that fill tables of selections."""
    return tuple("\n".join(_table(one)) for one in functions.held)


def call_lines(before: str, items: Sequence[Piece], after: str, depth: int) -> list[str]:
    """`before`, the items and `after` on as many lines as they need, at the depth where the first stands.

    `before` ends with a bracket and `after` begins with the other.
    """
    return [*laid_out(Bracket(before, tuple(items), after), LINE_LENGTH - 4 * depth)]


def bound(function: BoundsFunction | PredicateFunction) -> Piece:
    """A function with what it takes besides positions."""
    if not function.takes:
        return function.name
    return Bracket("partial(", (function.name, *(f"{one.name}={one.value}" for one in function.takes)), ")")


def order_text(order: Order) -> str:
    """The order of a grid's cells, as a tensor."""
    return f"_place_{order.place}(device){'.long()' if order.wide else ''}"


def _bounds(function: BoundsFunction) -> Iterator[str]:
    yield f"# {function.place}"
    items = ["x: int" if function.follows else "_x: int", *_parameters(function.takes)]
    yield from call_lines(f"def {function.name}(", items, ") -> Bounds:", 0)
    yield f'    """{function.words}"""'
    whole = f"    return {_tuple(function.lows)}, {_tuple(function.highs)}"
    if len(whole) <= LINE_LENGTH:
        yield whole
        return
    for side, bounds in (("low", function.lows), ("high", function.highs)):
        for number, one in enumerate(bounds, 1):
            yield from (f"    {line}" for line in TENSORS.given((f"{side}_{number}",), (one,), LINE_LENGTH - 4))
    lows, highs = (
        tuple(Var(f"{side}_{number}") for number, _ in enumerate(bounds, 1))
        for side, bounds in (("low", function.lows), ("high", function.highs))
    )
    yield f"    return {_tuple(lows)}, {_tuple(highs)}"


def _predicate(function: PredicateFunction) -> Iterator[str]:
    yield f"# {function.place}"
    positions = [f"{'' if name in function.reads else '_'}{name}: Tensor" for name in ("q", "k")]
    yield from call_lines(f"def {function.name}(", [*positions, *_parameters(function.takes)], ") -> Tensor:", 0)
    words = "How often k counts for q." if function.counts else "Whether q attends to k, besides bounds."
    yield f'    """{words}"""'
    *body, last = function.body
    yield from (f"    {one.target} = {one.value}" for one in body)
    yield f"    return {last.value}"


def _near(function: NearFunction) -> Iterator[str]:
    index, block = function.index, function.block
    yield _CACHED
    yield from call_lines(f"def _near_{index}(", _EXTENTS, ") -> Pairs:", 0)
    yield f'    """The positions that blocks of {block} cells see."""'
    yield f"    pairs, order = _pairs_{index}(heads, total, queries, keys, n, device), {order_text(function.order)}"
    yield f"    rows, columns = _ordered(queries, {block}, order), _ordered(keys, {block}, order)"
    given = ["pairs", "rows", "columns", bound(function.bounds), bound(function.predicate)]
    yield from (f"    {line}" for line in call_lines("return _seen_cells(", given, ")", 1))


def _table(table: SelectionTable) -> Iterator[str]:
    """A table of the blocks that a list holds. The list takes more memory, and is made by parts if it can be."""
    block, index = table.block, table.blocks.index
    inputs = [given_name(name) for name in table.blocks.inputs]
    if not inputs:
        yield _CACHED
    yield from call_lines(
        f"def _held_{table.index}(", [*_EXTENTS, *(f"{name}: Tensor" for name in inputs)], ") -> Held:", 0
    )
    yield f'    """Which blocks of {block} see each other."""'
    yield f"    rows, columns = _block_range(queries, {block}), _block_range(keys, {block})"
    heads = "len(heads)" if table.by_head else "1"
    yield f"    table = torch.zeros({heads}, len(rows), len(columns), dtype=torch.bool, device=device)"
    listed = "table[pairs.head, pairs.row - rows.start, pairs.column - columns.start] = True"
    if inputs:
        given = ", ".join(("heads", "total", "queries", "keys", "n", "device", *inputs))
        yield f"    pairs = _pairs_{index}({given})"
        yield f"    {listed}"
    else:
        times = "" if block == 1 else f"{block} * "
        yield f"    several = {times}max(1, LISTED // max(1, len(table) * len(columns)))"
        yield f"    for start in range({times}rows.start, queries.stop, several):"
        yield "        some = range(max(start, queries.start), min(start + several, queries.stop))"
        yield f"        pairs = _pairs_{index}.__wrapped__(heads, total, some, keys, n, device)"
        yield f"        {listed}"
    yield f"    return Held(table, {block}, rows.start, columns.start)"


def _parameters(takes: tuple[Argument, ...]) -> list[str]:
    return [f"{one.name}: {one.annotation}" for one in takes]


def _tuple(bounds: tuple[Expr, ...]) -> str:
    return f"({', '.join(map(TENSORS.text, bounds))}{',' if len(bounds) == 1 else ''})"
