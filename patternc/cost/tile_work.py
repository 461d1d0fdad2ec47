"""The tiles that a call visits on a target with programs over tiles, counted from the tile IR that is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from patternc.cost.count_cache import CountCache
from patternc.cost.cpu_work import in_one_pass, is_cut, of_programs
from patternc.cost.device_time import Call
from patternc.cost.launch_runs import Counting, LaunchRun, launch_runs
from patternc.cost_constants import (
    BACKWARD_PRODUCTS,
    FORWARD_PRODUCTS,
    GRAD_KEY_VALUE_PRODUCTS,
    GRAD_QUERY_PRODUCTS,
)
from patternc.counting.effort import EFFORT, LESS, PICTURE
from patternc.counting.sample import draw_below
from patternc.ir.count_tiles import Tally, count_tiles
from patternc.ir.count_tiles import Tiles as ClauseTally
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Curve
from patternc.ir.semantics import Inputs
from patternc.ir.step_tiles import needed_names
from patternc.ir.tile import Direction, For, Group, Pass, Program, Rows, Tiles, walk
from patternc.ir.walk_tiles import is_decided
from patternc.targets import Target

ROUGHLY = EFFORT // 16
"""The most programs of a run that are counted, times the statements of each, if only a time is needed. If counts are
shown, PICTURE times EFFORT are. If there are more, LESS times fewer, but at least LEAST per head, stand for all."""
LEAST = 1 << 10  # programs


@dataclass(frozen=True, slots=True)
class ClauseTiles:
    """The tiles of a clause, which is quoted from the pattern file. `executed`: the pairs in these tiles."""

    clause: str
    full: int
    partial: int
    executed: int


@dataclass(frozen=True, slots=True)
class Work:
    """The tiles of one direction over all heads and batch entries, each with the same matrix `products`, by side.

    `full`, `partial`: tiles whose pairs are not tested, and those whose pairs are. `dense`: the tiles of dense
    attention, in the last launch's tile size. `programs`: the programs of all launches. `imbalance`: the tiles of the
    longest program over the mean, in the launch with the most tiles. `partials`: bytes of the buffers that later
    launches read. `exact`: whether all list lines and all programs were counted, instead of a sample.
    `beside`: what a CPU does besides products, in pairs of a forward pass.
    """

    direction: Direction
    products: tuple[int, int]
    block_m: int
    block_n: int
    full: int
    partial: int
    dense: int
    executed: int
    launches: int
    programs: int
    imbalance: float
    partials: int
    clauses: tuple[ClauseTiles, ...]
    exact: bool
    beside: float = 0.0

    @property
    def name(self) -> str:
        """The direction, or `gradients` of one pass for all of them."""
        return "gradients" if self.products == BACKWARD_PRODUCTS else self.direction.value

    @property
    def visited(self) -> int:
        """The tiles that are computed."""
        return self.full + self.partial

    @property
    def skipped(self) -> int:
        """The tiles of dense attention that are not computed."""
        return max(0, self.dense - self.visited)


def tile_work(
    tiles: Tiles, kernel: Kernel, target: Target, call: Call, inputs: Inputs, cache: CountCache | None = None
) -> tuple[Work, ...]:
    """Count the tiles of each direction.

    Args:
        tiles: the tile IR of the kernel.
        kernel: the kernel from which it was made.
        target: the device kind, which determines the tile sizes.
        call: the length and heads of the call.
        inputs: the runtime inputs of one batch entry; the others are assumed to be equal.
        cache: earlier counts of the pattern for such a call.
    """
    counting = Counting(tiles, kernel, target, call, inputs, cache or CountCache())
    return tuple(
        _work(direction, products, found, counting) for direction, products, found in _passes(tiles, target, call)
    )


def _passes(
    tiles: Tiles, target: Target, call: Call
) -> Iterator[tuple[Direction, tuple[int, int], list[tuple[Group, Pass]]]]:
    """The passes of each direction that a call runs, with the matrix products of each pair of tiles."""
    groups = tiles.groups
    yield Direction.FORWARD, FORWARD_PRODUCTS, [(group, one) for group in groups for one in group.forward]
    if target.is_cpu and in_one_pass(call, cut=is_cut(tiles)) and all(group.gradients for group in groups):
        once = [(group, group.gradients) for group in groups if group.gradients]
        yield Direction.GRAD_QUERY, BACKWARD_PRODUCTS, once
        yield from _of_pairs(groups)
        return
    yield Direction.GRAD_QUERY, GRAD_QUERY_PRODUCTS, [(group, group.grad_query) for group in groups]
    yield Direction.GRAD_KEY_VALUE, GRAD_KEY_VALUE_PRODUCTS, [(group, group.grad_key_value) for group in groups]
    yield from _of_pairs(groups)


def _of_pairs(groups: tuple[Group, ...]) -> Iterator[tuple[Direction, tuple[int, int], list[tuple[Group, Pass]]]]:
    """The pass of the gradient of numbers of pairs, where groups have one: a call may ask for it."""
    found = [(group, group.grad_pairs) for group in groups if group.grad_pairs]
    if found:
        yield Direction.GRAD_PAIRS, FORWARD_PRODUCTS, found


@dataclass(frozen=True, slots=True)
class _Launched:
    """A run of a launch: its tile counts, the bytes of its partial, and whether all programs and lines were counted.

    `cut`: the last tile of a loop has no columns behind the loop's end. `gathered`: columns that are copied,
    or read one by one where programs are `by_query`.
    """

    tally: Tally
    block_m: int
    block_n: int
    partial: int
    exact: bool
    cut: bool
    gathered: int
    by_query: bool

    def pairs(self, tally: Tally | ClauseTally) -> int:
        """The pairs in counted tiles of the run."""
        return self.block_m * (tally.columns if self.cut else tally.visited * self.block_n)

    def beside(self, *, gradients: bool) -> float:
        """The work of its programs on a CPU besides products."""
        tested = self.pairs(self.tally) * self.tally.partial / max(1, self.tally.visited)
        counts = self.tally.programs, tested, self.gathered
        return of_programs(*counts, gradients=gradients, by_query=self.by_query)


def _work(
    direction: Direction, products: tuple[int, int], passes: list[tuple[Group, Pass]], counting: Counting
) -> Work:
    call, forward = counting.call, direction is Direction.FORWARD
    made = [one for group, launches in passes for one in launch_runs(group, launches, counting)]
    runs = [_launched(one, counting) for one in made]
    longest = max(runs, key=lambda one: one.tally.visited)
    tiles = longest.tally.visited
    wide = [one for one in runs if one.block_n] or runs
    block_m, block_n = wide[-1].block_m, wide[-1].block_n
    return Work(
        direction=direction,
        products=products,
        block_m=block_m,
        block_n=block_n,
        full=call.batch * sum(one.tally.full for one in runs),
        partial=call.batch * sum(one.tally.partial for one in runs),
        dense=call.batch * call.heads * -(-call.n // block_m) * -(-call.n // max(1, block_n)),
        executed=call.batch * sum(one.pairs(one.tally) for one in runs),
        launches=len(runs),
        programs=call.batch * sum(one.tally.programs for one in runs),
        imbalance=longest.tally.longest * longest.tally.programs / tiles if tiles else 1.0,
        partials=call.batch * sum(one.partial for one in runs),
        clauses=_by_clause(runs, call.batch),
        exact=all(one.exact for one in runs),
        beside=call.batch * sum(one.beside(gradients=not forward) for one in runs if one.cut),
    )


def _by_clause(runs: list[_Launched], batch: int) -> tuple[ClauseTiles, ...]:
    found: dict[str, ClauseTiles] = {}
    for launched in runs:
        for words, tiles in launched.tally.clauses.items():
            text = "; ".join(word.partition("  ")[2] or word for word in words)
            before = found.get(text, ClauseTiles(text, 0, 0, 0))
            executed = before.executed + batch * launched.pairs(tiles)
            full, partial = before.full + batch * tiles.full, before.partial + batch * tiles.partial
            found[text] = ClauseTiles(text, full, partial, executed)
    return tuple(found.values())


def _launched(run: LaunchRun, counting: Counting) -> _Launched:
    tally = tally_of(run, counting.cache)
    stored = run.stored * _partial_row(run.program.direction, counting.call)
    exact = run.exact and not tally.sampled
    gathered = 0 if _in_natural_order(counting.kernel) else tally.gathered
    by_query = run.program.rows in (Rows.HEADS, Rows.HEAD)
    return _Launched(tally, run.block_m, run.block_n, stored, exact, counting.target.is_cpu, gathered, by_query)


def _in_natural_order(kernel: Kernel) -> bool:
    """Whether tiles hold consecutive cells of a grid, whose keys are where they were."""
    sweeps = (sweep for group in kernel.groups for sweep in group.sweeps)
    return any(sweep.order is not None and sweep.order.curve is Curve.NATURAL for sweep in sweeps)


def tally_of(run: LaunchRun, cache: CountCache) -> Tally:
    """The tiles of a run for one batch entry; targets and launch orders with equal tiles share the count."""
    program = run.program
    if id(program) not in cache.needed:
        cache.needed[id(program)] = program, needed_names(program.body)
    _, needed = cache.needed[id(program)]
    read = tuple((name, _known(value, cache)) for name, value in run.names.items() if name in needed)
    key = id(program), read, run.places, run.heads
    if key not in cache.tallies:
        cache.tallies[key] = Tally()
        looked_at = _numbers_read(program, int(run.names["seq_len"]))
        parts = len(run.heads) * (looked_at + sum(1 for _ in walk(program.body)))
        effort = (ROUGHLY if cache.rough else PICTURE * EFFORT) // max(1, parts)
        fewest = LEAST // 16 if looked_at else LEAST  # each takes longer to count
        most = run.places if effort >= run.places else max(fewest, effort // LESS)
        places = draw_below(run.places, most)
        drawn = places.places, places.times
        count_tiles(program, dict(run.names), run.places, run.heads, cache.tallies[key], needed, drawn)
    return cache.tallies[key]


def _numbers_read(program: Program, n: int) -> int:
    """The effort to decide on tiles by their numbers, those of n positions for each program: counts look at each."""
    return 4 * n * sum(is_decided(one) for one in walk(program.body) if isinstance(one, For))


def _known(value: object, cache: CountCache) -> object:
    """A hashable key of an argument; for an array its id, for which the cache keeps the array alive."""
    if isinstance(value, tuple):
        return tuple(_known(one, cache) for one in value)
    if not isinstance(value, np.ndarray):
        return value
    cache.arrays[id(value)] = value
    return "array", id(value)


def _partial_row(direction: Direction, call: Call) -> int:
    """Bytes per row of a partial: its numbers are as wide as those of bf16 or fp32 inputs, and an lse has 8 bytes."""
    match direction:
        case Direction.FORWARD:
            return call.itemsize * call.dims.value + 8
        case Direction.GRAD_QUERY:
            return call.itemsize * call.dims.key
        case Direction.GRAD_KEY_VALUE:
            return call.itemsize * call.dims.both
        case Direction.GRAD_PAIRS:
            return 0  # it stores none
