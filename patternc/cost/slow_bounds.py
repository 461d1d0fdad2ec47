"""Patterns that can't be slower than dense attention, by bounds on their tiles: `check` counts only the others.

Every tile of a schedule is counted that its programs could visit at most, and on a CPU the most that they could do
besides, so that nothing of which the model would warn is passed.
Neither tile IR nor numpy is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, prod

from patternc.analysis.calls import accepts, longest, usual_heads
from patternc.analysis.equal_heads import local_heads
from patternc.codegen.registry import backend_for
from patternc.cost.cpu_work import in_one_pass, most_of_programs
from patternc.cost.device_time import Call, PassWork, seconds_of
from patternc.cost.planned_work import Visits, dense_seconds, planned, typed
from patternc.cost.slow_candidates import listed_blocks
from patternc.cost_constants import (
    BACKWARD_PRODUCTS,
    FORWARD_PRODUCTS,
    GRAD_KEY_VALUE_PRODUCTS,
    GRAD_QUERY_PRODUCTS,
    HEAD_DIM,
    LENGTH,
    NARROWEST,
    SHORTER,
    SHORTEST_IN_BLOCKS,
    SLOWER,
)
from patternc.ir.bounds import Known, value
from patternc.ir.facts import atom_facts
from patternc.ir.kernel import DENSE, EveryClass, Kernel, Lattice, Listing, Piece, Sweep
from patternc.ir.mask import Bound, Pattern
from patternc.ir.traversal import pattern_atoms, selections_in
from patternc.schedule import schedule
from patternc.schedule.tile_sizes import CPU_TILE, tile_table
from patternc.targets import Target

LARGEST = 1 << 18  # cells of a grid for which times are bounded
LEAST_CUT = 64
"""The smallest blocks at whose ends rows are cut."""
OPEN, SPLIT = "forward_open", "forward_split"
"""The rows of the tile table for sweeps without lists, and for calls of few queries."""


def never_slow(meaning: Pattern, normal: Pattern, target: Target) -> bool:
    """Whether no call that warnings are about can take longer on a target than SLOWER times dense attention.

    Args:
        meaning: the pattern as written.
        normal: the same pattern after the passes.
        target: the device kind.
    """
    backend = backend_for(target)
    kernel = schedule(meaning, normal, target, backend.lowerings, backend.columns)
    if uncounted(meaning, target):
        return True
    for n in lengths(meaning, target):
        call = typed(target, call_of(meaning, n))
        loads = most_work(kernel, target, call)
        own, dense = sum(seconds_of(load, target) for load in loads), sum(dense_seconds(normal, call, target))
        if not own <= SLOWER * dense:  # also where no bound is known
            return False
    return True


def uncounted(meaning: Pattern, target: Target) -> bool:
    """Whether nothing is counted: kernels of GPUs visit at most the tiles within bounds, and their lists take long."""
    return not target.is_cpu and any(block < NARROWEST for block in listed_blocks(meaning))


def lengths(meaning: Pattern, target: Target) -> Iterator[int]:
    """The length of the grid, or the assumed one; with fixed counts of blocks also shorter ones, worse for CPUs."""
    if meaning.grid:
        yield from (cells for cells in [prod(meaning.grid)] if cells <= LARGEST)
        return
    most = longest(meaning)
    yield _accepted(meaning, LENGTH if most is None else min(most, LENGTH))
    known = map(atom_facts, pattern_atoms(meaning))
    counted = [facts.block * facts.count for facts in known if facts.count is not None]
    if target.is_cpu and counted:
        few = (n for n in SHORTER if most is None or n <= most)
        yield from (_accepted(meaning, n) for n in few if SHORTEST_IN_BLOCKS * max(counted) <= n)


def _accepted(meaning: Pattern, n: int) -> int:
    """The next length from n on that the pattern's requirements accept, or n if none of the next thousands is."""
    call = call_of(meaning, n)
    found = (m for m in range(n, n + LENGTH) if accepts(meaning, m, call.heads, call.head_dim))
    return next(found, n) if longest(meaning) is None else n


def call_of(meaning: Pattern, n: int) -> Call:
    """A call with the heads of the first module around the pattern, or with those that the pattern names."""
    for module in meaning.modules:
        return Call(n, module.heads, module.kv_heads, module.head_dim)
    heads = usual_heads(meaning)
    return Call(n, heads, heads, HEAD_DIM)


# ---- the most tiles that programs visit ------------------------------------------------------------------------------
def most_work(kernel: Kernel, target: Target, call: Call) -> tuple[PassWork, PassWork]:
    """The most work of both passes: inf for schedules that this module does not bound.

    Each sweep has a launch for each direction. Where none runs over all positions, another one takes their results in.
    """
    queries, keys, launches, once = 0.0, 0.0, 0, target.is_cpu and in_one_pass(call)
    for group in kernel.groups:
        heads = call.batch * len(local_heads(group.heads, call.heads))
        for softmax in group.softmaxes:
            queries += sum(heads * _most_pairs(sweep, target, call) for sweep in softmax.queries)
            keys += sum(heads * _most_pairs(sweep, target, call) for sweep in softmax.keys)
            launches += max(len(softmax.queries), len(softmax.keys))
            launches += all(sweep.rows != DENSE for sweep in softmax.queries)
    found = [(FORWARD_PRODUCTS, queries)]
    found += (
        [(BACKWARD_PRODUCTS, queries)] if once else [(GRAD_QUERY_PRODUCTS, queries), (GRAD_KEY_VALUE_PRODUCTS, keys)]
    )
    forward, *backward = (
        Visits(
            products, pairs, launches, _most_beside(kernel, call, target, pairs, gradients=products > FORWARD_PRODUCTS)
        )
        for products, pairs in found
    )
    return planned(kernel, call, target, forward, backward)


def _most_beside(kernel: Kernel, call: Call, target: Target, pairs: float, *, gradients: bool) -> float:
    return most_of_programs(kernel, call, pairs, gradients=gradients) if target.is_cpu else 0.0


def _most_pairs(sweep: Sweep, target: Target, call: Call) -> float:
    """The most pairs in the tiles that one head visits in a sweep over all rows or all classes; inf for others."""
    classes = sweep.rows.dilation
    if sweep.rows not in (DENSE, Lattice(None, classes, EveryClass())):
        return inf
    if any(piece.columns.block > 1 for piece in sweep.pieces):
        return inf
    listed = any(piece.listing is not None for piece in sweep.pieces)
    sizes = (CPU_TILE, CPU_TILE) if target.is_cpu else _largest_tile(target, call, listed=listed)
    if sweep.order is not None:
        return sum(_all_blocks(piece.listing, call.n, *sizes) for piece in sweep.pieces)
    return sum(_pairs_of_piece(piece, call.n, classes, *sizes, cut=listed) for piece in sweep.pieces)


def _all_blocks(listing: Listing | None, n: int, block_m: int, block_n: int) -> float:
    """The pairs of all blocks of an order of cells."""
    return inf if listing is None else _up(n, block_m) * -(-n // listing.block) * _up(listing.block, block_n)


def _pairs_of_piece(piece: Piece, n: int, classes: int, block_m: int, block_n: int, *, cut: bool) -> float:
    """The pairs of a piece, whose tiles of rows visit all that its bounds leave, or the blocks that its listing counts.

    Where rows are `cut` at the ends of blocks, tiles begin anywhere, and the last ones of blocks are not full. A tile
    that begins in a stretch, of `block_m` rows of each class, ends before the next stretch does.
    """
    stretch = block_m * classes
    rows = stretch * (2 + block_m / LEAST_CUT) if cut else stretch
    unit = block_n if piece.listing is None else piece.listing.block
    width = _up(unit, block_n)
    found = (_columns(piece, first, min(first + 2 * stretch, n), n) for first in range(0, n, stretch))
    within = sum(rows * width * (columns / unit + 2) for columns in found if columns)
    return within if piece.listing is None else min(within, _listed_pairs(piece.listing, n, block_m, width))


def _columns(piece: Piece, first: int, end: int, n: int) -> float:
    """The columns within the bounds of rows from `first` to `end`; bounds by runtime inputs leave all."""
    row_low = max((value(bound, 0, n) for bound in _known(piece.row_lows)), default=0)
    row_high = min((value(bound, 0, n) for bound in _known(piece.row_highs)), default=n)
    if row_high <= first or end <= row_low:
        return 0
    low = max((value(bound, first, n) for bound in _known(piece.lows)), default=0)
    high = min((value(bound, end - 1, n) for bound in _known(piece.highs)), default=n)
    columns = min(high, n) - max(low, 0)
    return columns / piece.columns.dilation + 1 if columns > 0 else 0


def _known(bounds: tuple[Bound, ...]) -> Iterator[Known]:
    return (bound for bound in bounds if isinstance(bound, Known))


def _listed_pairs(listing: Listing, n: int, block_m: int, width: int) -> float:
    """The pairs of blocks, as many a row of blocks as a selection counts, in tiles that stand anywhere on them."""
    known = map(atom_facts, selections_in(listing.literals))
    counts = [facts.count * facts.block // listing.block for facts in known if facts.count is not None]
    return min(counts, default=inf) * -(-n // listing.block) * (listing.block + 2 * block_m) * width


def _largest_tile(target: Target, call: Call, *, listed: bool) -> tuple[int, int]:
    """The most rows and the most columns of the tiles of programs that may run a sweep; `listed`: it has lists."""
    others = {SPLIT, OPEN} if listed else {SPLIT}
    rows = [row for row in tile_table(target) if row.itemsize == call.itemsize and row.direction not in others]
    tiles = [next(tile for tile in row.tiles if call.head_dim <= tile.head_dim) for row in rows]
    return max(tile.block_m for tile in tiles), max(tile.block_n for tile in tiles)


def _up(number: int, step: int) -> int:
    return -(-number // step) * step
