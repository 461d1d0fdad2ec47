"""The tiles that a call visits on a target with Triton kernels, counted from the tile IR that is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from patternc.analysis.equal_heads import equal_heads, head_counts, local_heads
from patternc.codegen.block_lists.listings import listings
from patternc.codegen.filters import given_name, short_name
from patternc.codegen.tiles.descriptors import describes
from patternc.cost.device_time import Call
from patternc.cost.list_lines import CountCache, Lister
from patternc.ir.count_tiles import Tally, count_tiles, needed_names
from patternc.ir.evaluate_programs import Extents, ListOf, Setting, head_count, names_of
from patternc.ir.index import evaluate
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Heads, OfBatch, OfDocument, Pattern
from patternc.ir.semantics import Inputs
from patternc.ir.tile import Direction, Group, Launch, LaunchOrder, Pass, Program, Run, Tiles, walk
from patternc.ir.tile_functions import LIBRARY
from patternc.ir.traversal import pattern_bounds
from patternc.schedule.tile_sizes import tile_of
from patternc.targets import Target

if TYPE_CHECKING:
    from patternc.ir.index import Value

__all__ = [
    "Call",
    "ClauseTiles",
    "Counting",
    "LaunchRun",
    "OrderedRun",
    "Work",
    "launch_runs",
    "ordered_runs",
    "tally_of",
    "tile_work",
]

EFFORT, ROUGHLY, LESS = 1 << 26, 1 << 20, 4
"""The most programs of a run that are counted, times the statements of each: EFFORT if counts are shown, ROUGHLY if
only a time is needed. If there are more, LESS times fewer, but at least LEAST programs per head, stand for all."""
LEAST = 1 << 10


@dataclass(frozen=True, slots=True)
class ClauseTiles:
    """The tiles of a clause, which is quoted from the pattern file. `executed`: the pairs in these tiles."""

    clause: str
    full: int
    partial: int
    executed: int


@dataclass(frozen=True, slots=True)
class Work:
    """The tiles of one direction over all heads and batch entries.

    `full`, `partial`: tiles whose pairs are not tested, and those whose pairs are. `dense`: the tiles of dense
    attention, in the last launch's tile size. `programs`: the programs of all launches. `imbalance`: the tiles of the
    longest program over the mean, in the launch with the most tiles. `partials`: bytes of the buffers that later
    launches read. `exact`: whether all list lines and all programs were counted, instead of a sample.
    """

    direction: Direction
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

    @property
    def visited(self) -> int:
        """The tiles that are computed."""
        return self.full + self.partial

    @property
    def skipped(self) -> int:
        """The tiles of dense attention that are not computed."""
        return max(0, self.dense - self.visited)


@dataclass(frozen=True, slots=True)
class LaunchRun:
    """A run of a launch. `names`: the arguments of its programs. `places`: the size of the grid's first axis.

    `heads`: (place on the second axis, number of equal places). `stored`: the rows of the partial that it stores.
    `exact`: whether all lines of its lists were counted.
    """

    launch: Launch
    program: Program
    names: Mapping[str, Value]
    block_m: int
    block_n: int
    places: int
    heads: tuple[tuple[int, int], ...]
    stored: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Counting:
    """What the counts of all directions share. `blocks`: whether the blocks of list entries are needed."""

    tiles: Tiles
    kernel: Kernel
    target: Target
    call: Call
    inputs: Inputs
    cache: CountCache = field(default_factory=CountCache)
    blocks: bool = True
    listers: dict[Heads, Lister] = field(default_factory=dict)


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
    counting = Counting(tiles, kernel, target, call, inputs, cache or CountCache(), blocks=False)
    passes = {
        Direction.FORWARD: [(group, one) for group in tiles.groups for one in group.forward],
        Direction.GRAD_QUERY: [(group, group.grad_query) for group in tiles.groups],
        Direction.GRAD_KEY_VALUE: [(group, group.grad_key_value) for group in tiles.groups],
    }
    return tuple(_work(direction, found, counting) for direction, found in passes.items())


@dataclass(frozen=True, slots=True)
class OrderedRun:
    """A run of a launch with its launch order and all arguments of its programs.

    `places`, `heads`: the sizes of the grid's first and second axes. `head`: the requested head's place on the second.
    """

    name: str
    program: Program
    names: Mapping[str, Value]
    places: int
    heads: int
    head: int
    block_m: int
    block_n: int
    order: LaunchOrder | None


def ordered_runs(
    tiles: Tiles, kernel: Kernel, target: Target, call: Call, inputs: Inputs, head: int, list_of: ListOf
) -> Iterator[OrderedRun]:
    """The runs of a head's forward launches, in order; `list_of`: returns the lists that their programs read."""
    counting = Counting(tiles, kernel, target, call, inputs)
    programs = {named.name: named.program for named in tiles.programs}
    group = next(one for one in tiles.groups if head in local_heads(one.heads, call.heads))
    heads = local_heads(group.heads, call.heads)
    for made in group.forward:
        for launch in made.launches:
            for run in launch.runs:
                yield _ordered_run(launch, dict(run.constants), programs, heads, head, list_of, counting)


def _ordered_run(
    launch: Launch,
    constants: dict[str, int],
    programs: Mapping[str, Program],
    heads: range,
    head: int,
    list_of: ListOf,
    counting: Counting,
) -> OrderedRun:
    setting = _setting(programs, heads, list_of, counting)
    longest = int(evaluate(launch.held, names_of(replace(launch, lists=()), constants, setting), LIBRARY))
    sizes = _sizes(launch, longest, counting)
    setting = replace(setting, block_m=sizes[0], block_n=sizes[1])
    names = names_of(launch, constants, setting)
    names["BLOCK_M"] = sizes[0]  # the cells of an order are missing, because counting reads none
    places = int(evaluate(launch.grid, names, LIBRARY))
    place = head - heads.start
    count, program = head_count(launch, setting), programs[launch.program]
    return OrderedRun(launch.program, program, names, places, count, place, *sizes, launch.order)


def _sizes(launch: Launch, longest: int, counting: Counting) -> tuple[int, int]:
    """Rows and columns of the tiles of a launch, whose longest run holds so many rows."""
    call, cache, tiles = counting.call, counting.cache, counting.tiles
    if id(tiles) not in cache.described:
        cache.described[id(tiles)] = tiles, any(describes(named.program) for named in tiles.programs)
    (_, described), size = cache.described[id(tiles)], (call.itemsize, call.head_dim)
    return tile_of(counting.target, launch.tile, *size, longest, launch.most, described=described)


@dataclass(frozen=True, slots=True)
class _Launched:
    """A run of a launch: its tile counts, the bytes of its partial, and whether all programs and lines were counted."""

    tally: Tally
    block_m: int
    block_n: int
    partial: int
    exact: bool


def _work(direction: Direction, passes: list[tuple[Group, Pass]], counting: Counting) -> Work:
    call = counting.call
    made = [one for group, launches in passes for one in launch_runs(group, launches, counting)]
    runs = [_launched(one, call, counting.cache) for one in made]
    longest = max(runs, key=lambda one: one.tally.visited)
    tiles = longest.tally.visited
    wide = [one for one in runs if one.block_n] or runs
    block_m, block_n = wide[-1].block_m, wide[-1].block_n
    return Work(
        direction=direction,
        block_m=block_m,
        block_n=block_n,
        full=call.batch * sum(one.tally.full for one in runs),
        partial=call.batch * sum(one.tally.partial for one in runs),
        dense=call.batch * call.heads * -(-call.n // block_m) * -(-call.n // max(1, block_n)),
        executed=call.batch * sum(_pairs(one) for one in runs),
        launches=len(runs),
        programs=call.batch * sum(one.tally.programs for one in runs),
        imbalance=longest.tally.longest * longest.tally.programs / tiles if tiles else 1.0,
        partials=call.batch * sum(one.partial for one in runs),
        clauses=_by_clause(runs, call.batch),
        exact=all(one.exact for one in runs),
    )


def _pairs(one: _Launched) -> int:
    return one.tally.visited * one.block_m * one.block_n


def _by_clause(runs: list[_Launched], batch: int) -> tuple[ClauseTiles, ...]:
    found: dict[str, ClauseTiles] = {}
    for one in runs:
        for words, tiles in one.tally.clauses.items():
            text = "; ".join(word.partition("  ")[2] or word for word in words)
            before = found.get(text, ClauseTiles(text, 0, 0, 0))
            executed = before.executed + batch * tiles.visited * one.block_m * one.block_n
            full, partial = before.full + batch * tiles.full, before.partial + batch * tiles.partial
            found[text] = ClauseTiles(text, full, partial, executed)
    return tuple(found.values())


def launch_runs(group: Group, made: Pass, counting: Counting) -> Iterator[LaunchRun]:
    """Each run of each launch of a pass."""
    call, kernel = counting.call, counting.kernel
    programs = {named.name: named.program for named in counting.tiles.programs}
    pattern = next(one for one in kernel.pattern.groups if one.heads == group.heads)
    heads = local_heads(group.heads, call.heads)
    like = equal_heads(pattern, heads, call.heads)
    lister = counting.listers.setdefault(group.heads, _lister(counting, heads.start, like))
    setting = _setting(programs, heads, lister.lines, counting)
    for launch in made.launches:
        for run in launch.runs if heads else ():
            yield _run(launch, run, setting, like, lister, counting, partial=launch is not made.last)


def _run(
    launch: Launch,
    run: Run,
    setting: Setting,
    like: dict[int, int],
    lister: Lister,
    counting: Counting,
    *,
    partial: bool,
) -> LaunchRun:
    """A run of a launch, which targets with equal tile sizes share."""
    constants, cache, own = dict(run.constants), counting.cache, (id(launch), id(run))
    if own not in cache.held:
        longest = int(evaluate(launch.held, names_of(replace(launch, lists=()), constants, setting), LIBRARY))
        cache.held[own] = longest, launch, run
    sizes = _sizes(launch, cache.held[own][0], counting)
    key = *own, *sizes
    if key not in cache.runs:
        setting = replace(setting, block_m=sizes[0], block_n=sizes[1])
        cache.runs[key] = _sized(launch, constants, setting, like, lister, partial=partial)
    lister.sampled |= not cache.runs[key].exact
    return cache.runs[key]


def _sized(
    launch: Launch,
    constants: dict[str, int],
    setting: Setting,
    like: dict[int, int],
    lister: Lister,
    *,
    partial: bool,
) -> LaunchRun:
    names = names_of(launch, constants, setting)
    names["BLOCK_M"] = setting.block_m
    return LaunchRun(
        launch=launch,
        program=setting.programs[launch.program],
        names=names,
        block_m=setting.block_m,
        block_n=setting.block_n,
        places=int(evaluate(launch.grid, names, LIBRARY)),
        heads=tuple(_places(launch, setting.heads, like, setting)),
        stored=head_count(launch, setting) * int(evaluate(launch.stored, names, LIBRARY)) if partial else 0,
        exact=not lister.sampled,
    )


def _lister(counting: Counting, first: int, like: dict[int, int]) -> Lister:
    """The lister for the heads of a group, which are numbered from its first."""
    kernel, call = counting.kernel, counting.call
    from_first = {head - first: one - first for head, one in like.items()}
    numbered = {one.index: one for one in listings(kernel)}
    grid, inputs = kernel.pattern.grid, counting.inputs
    return Lister(numbered, grid, call.n, first, from_first, call.heads, inputs, counting.cache, counting.blocks)


def _launched(run: LaunchRun, call: Call, cache: CountCache) -> _Launched:
    tally = tally_of(run, cache)
    stored = run.stored * _partial_row(run.program.direction, call)
    return _Launched(tally, run.block_m, run.block_n, stored, run.exact and not tally.sampled)


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
        parts = len(run.heads) * sum(1 for _ in walk(program.body))
        effort = (ROUGHLY if cache.rough else EFFORT // cache.shared) // max(1, parts)
        most = run.places if effort >= run.places else max(LEAST, effort // LESS)
        count_tiles(program, dict(run.names), run.places, run.heads, cache.tallies[key], needed, most)
    return cache.tallies[key]


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
    row = call.itemsize * call.head_dim
    match direction:
        case Direction.FORWARD:
            return row + 8
        case Direction.GRAD_QUERY:
            return row
        case Direction.GRAD_KEY_VALUE:
            return 2 * row


def _places(launch: Launch, heads: range, like: dict[int, int], setting: Setting) -> list[tuple[int, int]]:
    """(place on the grid's second axis, number of equal places)."""
    if not launch.by_key_head:
        return [(head - heads.start, times) for head, times in head_counts(like)]
    share = setting.extents.heads // setting.extents.kv_heads
    first = heads.start // share
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for place in range(head_count(launch, setting)):
        own = [like[head] for head in range((first + place) * share, (first + place + 1) * share) if head in like]
        before = found.get(tuple(own), (place, 0))
        found[tuple(own)] = (before[0], before[1] + 1)
    return list(found.values())


def _setting(programs: Mapping[str, Program], heads: range, list_of: ListOf, counting: Counting) -> Setting:
    call = counting.call
    return Setting(
        extents=Extents(call.n, 0, call.n, 0, call.n, call.heads, call.kv_heads),
        programs=programs,
        heads=heads,
        names=dict(_names(counting.kernel.pattern, call, counting.inputs, counting.cache)),
        block_m=1,
        block_n=1,
        list_of=list_of,
        cells_of=lambda _: np.zeros(1, np.int64),
    )


def _names(pattern: Pattern, call: Call, inputs: Inputs, cache: CountCache) -> Iterator[tuple[str, Value]]:
    """The programs' arguments besides extents; the contents of tensors do not matter."""
    yield from (("head_offset", 0), ("num_heads", call.heads))
    for one in pattern.inputs:
        yield given_name(one.name), np.zeros(1)
        yield f"stride_of_{short_name(one.name)}", 0
        yield f"grad_of_{short_name(one.name)}", np.zeros(1)
    for bound in dict.fromkeys(pattern_bounds(pattern)):
        match bound:
            case OfDocument(name, _, block):
                if (name, block) not in cache.documents:
                    cache.documents[name, block] = _document_ends(inputs[name], block, call.n)
                yield given_name(name), cache.documents[name, block]
            case OfBatch(name):
                yield given_name(name), np.array([int(inputs[name])])
            case _:
                pass


def _document_ends(offsets: Iterable[int], block: int, n: int) -> npt.NDArray[np.int64]:
    """[2 n]: for each position, where its document begins; then, for each position, where its document ends."""
    starts = np.array([int(start) for start in offsets], np.int64)
    sizes = np.diff(starts) * block
    return np.concatenate([np.repeat(ends * block, sizes)[:n] for ends in (starts[:-1], starts[1:])])
