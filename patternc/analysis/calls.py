"""The calls with which a generated module is verified: small tensors at positions where the mask changes.

A sequence of 257 positions does not test segments of 8192. But a call may hold any range of queries and keys: a hundred
of each around the end of a segment, or a window's length apart, cover every edge of the mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, cycle, product
from math import lcm, prod
from types import CodeType
from typing import NamedTuple

from patternc.cost_constants import HEAD_DIM
from patternc.ir.addresses import HeadDims
from patternc.ir.facts import bound_facts
from patternc.ir.inputs import input_facts
from patternc.ir.mask import HeadRange, HeadShare, InDocument, InputKind, Pattern, TileOrder
from patternc.ir.traversal import classes_in, pattern_atoms, pattern_bounds, selections_in, tables_of, topk_of

USUAL = HeadDims.equal(HEAD_DIM)
"""The head sizes of calls that name none."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A call: queries from position `q_offset` on and keys from `k_offset` on, in a sequence of `seq_len` positions.

    Its heads are those from `head_offset` on of a model with `num_heads` heads; None: the model has no later heads.
    `one_list`: the first input of kind `offsets` is a single list of documents for all batch entries.
    """

    name: str
    batch: int
    heads: int
    kv_heads: int
    dims: HeadDims
    queries: int
    keys: int
    q_offset: int
    k_offset: int
    seq_len: int
    head_offset: int = 0
    num_heads: int | None = None
    one_list: bool = False

    @property
    def model_heads(self) -> int:
        """The heads of the whole model."""
        return self.head_offset + self.heads if self.num_heads is None else self.num_heads


_UNLIKE = HeadDims(48, 80), HeadDims(80, 24), HeadDims(96, 64), HeadDims(160, 96)


class UnsatisfiableError(Exception):
    """No small number of heads, head size and length satisfies the pattern's `require` statements."""


def shapes(pattern: Pattern, n: int, head_dim: int | None = None, value_dim: int | None = None) -> tuple[Shape, ...]:
    """The calls to test: a whole sequence of about n positions, some of its heads, a chunk, a decoding step, and ranges
    of positions at every edge of the mask.

    A large grid, whose length is fixed, is tested with some rows and all keys. Some calls have a head size that is not
    a power of two, which kernels split in two parts, and values of another size than keys, unless `head_dim` is given.
    `value_dim`: the size of all values.
    """
    heads, size = dimensions(pattern, head_dim)
    whole = fitting_length(pattern, n, heads, size)
    unit = _unit(pattern)
    kv_heads = heads // 2 if heads % 2 == 0 else heads
    # Head sizes that kernels split into two powers of two, and sizes of values beside them.
    able = [one for one in _UNLIKE if head_dim is None and accepts(pattern, whole, heads, one.key)]
    every = (HeadDims.equal(size), *(able or [HeadDims.equal(size)]))
    usual, parted, *_, other = (HeadDims(one.key, value_dim or one.value) for one in (*every, every[-1]))
    documents = any(one.kind is InputKind.OFFSETS for one in pattern.inputs)

    def call(name: str, queries: int, keys: int, q_offset: int, k_offset: int, seq_len: int) -> Shape:
        return Shape(name, 1, heads, kv_heads, usual, queries, keys, q_offset, k_offset, seq_len)

    if pattern.grid and not tested_whole(pattern.grid):
        places = {"begins": 0, "middle": whole // 2 - 29, "ends": whole - 56}
        stretches = [call(f"grid: {name}", 56, whole, place, 0, whole) for name, place in places.items()]
        return (*stretches, *some_heads(replace(stretches[0], dims=parted)))
    chunk_at, last = _down(whole - max(1, whole // 3), unit), _down(whole - 1, unit)
    calls = [
        Shape("whole", 2, heads, kv_heads, usual, whole, whole, 0, 0, whole),
        Shape("one head a key", 1, heads, heads, parted, whole, whole, 0, 0, whole),
        *some_heads(replace(call("whole", whole, whole, 0, 0, whole), dims=parted)),
        replace(call("chunk", whole - chunk_at, whole, chunk_at, 0, whole), batch=1 + documents, one_list=documents),
        replace(call("decode", whole - last, whole, last, 0, whole), dims=other),
    ]
    if pattern.grid or unit > 1:
        return tuple(calls)
    most = _most_positions(pattern)
    for edge in sorted(edges(pattern)):
        if edge + 40 > whole and (most is None or edge + 107 <= most):
            seq_len = fitting_length(pattern, edge + 107, heads, size)
            calls.append(call(f"around {edge}", 72, 136, edge - 36, edge - 68, seq_len))
            calls.append(call(f"{edge} apart", 72, 100, edge - 20, 0, seq_len))
    return tuple(calls)


def whole_calls(
    pattern: Pattern, orders: tuple[TileOrder, ...], head_dim: int | None = None, value_dim: int | None = None
) -> tuple[Shape, ...]:
    """The calls to test of a pattern of tiles: of the whole grid, and of layers of tiles. `pattern`: its first part.

    Raises:
        UnsatisfiableError: the grid is too large for them, or as of `shapes`.
    """
    grid = orders[0].grid
    cells = prod(grid)
    if not tested_whole(grid):
        sizes = " x ".join(map(str, grid))
        raise UnsatisfiableError(f"the {cells} cells of {sizes} are too many to test: take a smaller grid")
    found = (one for one in shapes(pattern, cells, head_dim, value_dim) if one.name != "decode")
    whole = (replace(one, queries=cells, keys=cells, q_offset=0, k_offset=0, seq_len=cells) for one in found)
    every = tuple(dict.fromkeys(replace(one, name="whole") for one in whole))
    layers = zip(cycle(every), held_layers(orders), strict=False)
    return *every, *(replace(one, name="layers", **held._asdict()) for one, held in layers)


class Held(NamedTuple):
    """The cells of a grid that a call holds."""

    queries: int
    keys: int
    q_offset: int
    k_offset: int


def held_layers(orders: tuple[TileOrder, ...]) -> tuple[Held, ...]:
    """Calls that hold some layers of tiles: few queries, and keys that begin before, with and behind them."""
    layer, cells = lcm(*(one.layer for one in orders)), prod(orders[0].grid) if orders else 0
    if layer >= cells:
        return ()
    last = (cells - 1) // layer * layer
    few, first = Held(cells - last, cells, last, 0), Held(layer, cells - layer, 0, layer)
    return few, first, Held(cells - layer, cells - last, layer, last)


def tested_whole(grid: tuple[int, ...]) -> bool:
    """Whether calls of a grid are tested: their meaning takes all pairs."""
    return prod(grid) <= 1024


def some_heads(call: Shape) -> tuple[Shape, ...]:
    """The call without its first head and, if possible, without its last; empty if the call has a single head."""
    if call.heads == 1:
        return ()
    held = call.heads - 2 if call.heads > 3 else call.heads - 1
    name, kv_heads = f"some heads of {call.name}", held // 2 if held % 2 == 0 else held
    return (replace(call, name=name, heads=held, kv_heads=kv_heads, head_offset=1, num_heads=call.heads),)


def _unit(pattern: Pattern) -> int:
    """The block size at whose multiples calls must begin, because a `topk` scores whole blocks; 1 without a `topk`."""
    topk = topk_of(pattern)
    return 1 if topk is None else topk.block


def _down(position: int, unit: int) -> int:
    return position // unit * unit


def longest(pattern: Pattern) -> int | None:
    """The longest sequence that the tables of blocks cover; None: any."""
    return min((table.block * min(table.rows, table.columns) for table in tables_of(pattern)), default=None)


def _most_positions(pattern: Pattern) -> int | None:
    """The longest sequence that a module takes; None: any."""
    counted = any(input_facts(one.kind).counts and not input_facts(one.kind).free for one in pattern.inputs)
    limits = (longest(pattern), InDocument.LONGEST if counted else None)
    return min((one for one in limits if one is not None), default=None)


def fitting_length(pattern: Pattern, least: int, heads: int, head_dim: int) -> int:
    """The length of a pattern's grid, or the smallest length >= `least` that it accepts.

    If the pattern (because of its tables) accepts only shorter lengths, the longest of them.

    Raises:
        UnsatisfiableError: it accepts no length below `least` + 2 ** 20.
    """
    if pattern.grid:
        return prod(pattern.grid)
    most = longest(pattern)
    if most is not None and least > most:
        return most
    if not pattern.requirements:
        return least
    for n in chain(range(least, least + 2**20), range(least - 1, 0, -1)):
        if accepts(pattern, n, heads, head_dim):
            return n
    call = f"{heads} heads of {head_dim}"
    raise UnsatisfiableError(f"with {call} no length up to {least + 2**20} satisfies {_written(pattern)}")


def dimensions(pattern: Pattern, head_dim: int | None = None) -> tuple[int, int]:
    """A number of heads and a head size that the pattern accepts: few heads, but more than one in every group.

    `head_dim`: the only head size to try; None: usual ones.
    """
    usual = _usual_sizes() if head_dim is None else (head_dim,)
    enough = max(_comfortable(group.heads) for group in pattern.groups)
    least, most = least_heads(pattern), most_heads(pattern)
    if most is not None and most < least:
        raise UnsatisfiableError(f"it needs at least {least} heads and takes at most {most}")
    several = range(max(enough, least, 4), enough + 64) if most is None else range(max(least, most), most + 1)
    for size, heads in product(usual, several):
        if any(accepts(pattern, n, heads, size) for n in (2**20, 3**10, 257, 1, 1000, 7**6)):
            return heads, size
    for size, heads in product(usual[:3], (enough, *range(least, 9), 12, 16, 32)):
        possible = least <= heads and (most is None or heads <= most)
        if possible and any(accepts(pattern, n, heads, size) for n in range(1, 8193)):
            return heads, size
    raise UnsatisfiableError(f"no call was found that satisfies {_written(pattern)}")


def _usual_sizes() -> tuple[int, ...]:
    return (32, 64, 128, 16, 48, 80, 96, 256, 192, 576)


def usual_head_dim(pattern: Pattern, n: int, heads: int) -> int:
    """The head size of a call that names none: the usual one, or the first that the pattern accepts."""
    return next((size for size in (HEAD_DIM, *_usual_sizes()) if accepts(pattern, n, heads, size)), HEAD_DIM)


def least_heads(pattern: Pattern) -> int:
    """The smallest number of heads with which a pattern can run: one per share of a partition, and as tables need."""
    groups = (group.heads for group in pattern.groups)
    shares = (heads.count if isinstance(heads, HeadShare) else 1 for heads in groups)
    return max((*shares, *table_heads(pattern)))


def most_heads(pattern: Pattern) -> int | None:
    """The largest number of heads with which a pattern can run, which head ranges and tables limit; None: no limit."""
    stops = [group.heads.stop if isinstance(group.heads, HeadRange) else None for group in pattern.groups]
    named = [stop for stop in stops if stop is not None]
    ranged = [max(named)] if len(named) == len(stops) else []
    return min((*ranged, *table_heads(pattern)), default=None)


def usual_heads(pattern: Pattern) -> int:
    """The heads of a call that runs all groups of heads: all that the pattern names, or at least 8."""
    most = most_heads(pattern)
    starts = (group.heads.start + 1 for group in pattern.groups if isinstance(group.heads, HeadRange))
    return max((8, least_heads(pattern), *starts)) if most is None else most


def table_heads(pattern: Pattern) -> set[int]:
    """The numbers of heads of the tables with one entry per head."""
    return {table.heads for table in tables_of(pattern) if table.heads > 1}


def _comfortable(heads: HeadRange | HeadShare) -> int:
    """A number of heads with which a head group has at least two."""
    match heads:
        case HeadRange(start, None):
            return start + 2
        case HeadRange(_, int(stop)):
            return stop
        case HeadShare(count=count):
            return 2 * count
        case _:
            raise AssertionError(heads)


def accepts(pattern: Pattern, n: int, heads: int, head_dim: int) -> bool:
    """Whether a call satisfies the pattern's `require` statements."""
    names = {"n": n, "heads": heads, "head_dim": head_dim, "min": min, "max": max}
    return all(eval(_code(r.expression), {"__builtins__": {}}, names) for r in pattern.requirements)


@cache
def _code(expression: str) -> CodeType:
    """The compiled expression; cached, because thousands of lengths may be tried."""
    return compile(expression, "<require>", "eval")


def _written(pattern: Pattern) -> str:
    return "; ".join(f"`{requirement.text}`" for requirement in pattern.requirements)


def edges(pattern: Pattern) -> set[int]:
    """Distances and positions, beyond the first few dozen, at which the mask of some branch changes."""
    return {size for size in _sizes(pattern) if size > 64}


def _sizes(pattern: Pattern) -> Iterator[int]:
    for facts in map(bound_facts, pattern_bounds(pattern)):
        repeats = facts.by_position and facts.period > 1
        yield from (facts.period,) if repeats else map(abs, facts.numbers[:1])
    named = tuple(pattern_atoms(pattern))
    yield from (one.segment * one.block for one in classes_in(named) if one.segment)
    yield from (one.block for one in selections_in(named) if one != topk_of(pattern))
