"""The runs of a call's launches on a target: tile sizes, grids and the arguments of programs, from the tile IR."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from patternc.analysis.equal_heads import equal_heads, head_counts, local_heads
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.tiles.bounds import cut_count
from patternc.codegen.tiles.descriptors import describes
from patternc.codegen.tiles.inputs import input_numbers, input_tensors
from patternc.cost.count_cache import CountCache
from patternc.cost.device_time import Call
from patternc.cost.list_lines import Lister
from patternc.ir.index import evaluate
from patternc.ir.inputs import input_facts
from patternc.ir.interface import given_name, gradient_name
from patternc.ir.kernel import Kernel
from patternc.ir.launch_settings import Extents, ListOf, Setting, head_count, names_of
from patternc.ir.mask import Heads
from patternc.ir.semantics import Inputs
from patternc.ir.tile import Group, Launch, Pass, Program, Run, Tiles
from patternc.ir.tile_functions import LIBRARY
from patternc.ir.traversal import pattern_inputs
from patternc.schedule.tile_sizes import tile_of
from patternc.targets import Target

if TYPE_CHECKING:
    from patternc.ir.index import Value


@dataclass(frozen=True, slots=True)
class LaunchRun:
    """A run of a launch. `names`: the arguments of its programs. `places`, `lines`: the sizes of the grid's first axes.

    `heads`: (place on the second axis, number of equal places) of those that are counted. `stored`: the rows of the
    partial that it stores. `exact`: whether all lines of its lists were counted.
    """

    launch: Launch
    program: Program
    names: Mapping[str, Value]
    block_m: int
    block_n: int
    places: int
    lines: int
    heads: tuple[tuple[int, int], ...]
    stored: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Counting:
    """The state that counts of all directions share."""

    tiles: Tiles
    kernel: Kernel
    target: Target
    call: Call
    inputs: Inputs
    cache: CountCache = field(default_factory=CountCache)
    listers: dict[Heads, Lister] = field(default_factory=dict)

    def names(self) -> Mapping[str, Value]:
        """The programs' arguments besides extents."""
        if not self.cache.names:
            self.cache.names.update(_names(self.kernel, self.call, self.inputs, self.cache))
        return self.cache.names

    def lists(self) -> Mapping[int, Listed]:
        """The lists of the kernel by their numbers."""
        if id(self.kernel) not in self.cache.lists:
            self.cache.lists[id(self.kernel)] = self.kernel, {one.index: one for one in listings(self.kernel)}
        return self.cache.lists[id(self.kernel)][1]


def ordered_runs(
    tiles: Tiles, kernel: Kernel, target: Target, call: Call, inputs: Inputs, head: int, list_of: ListOf
) -> Iterator[LaunchRun]:
    """The runs of a head's forward launches, in order; `list_of`: returns the lists that their programs read."""
    counting = Counting(tiles, kernel, target, call, inputs)
    group = next(one for one in tiles.groups if head in local_heads(one.heads, call.heads))
    setting = _setting(local_heads(group.heads, call.heads), list_of, counting)
    for made in group.forward:
        for launch in made.launches:
            for run in launch.runs:
                constants = dict(run.constants)
                sizes = _sizes(launch, _longest(launch, constants, setting), counting)
                yield _sized(launch, constants, setting, sizes, ((head - setting.heads.start, 1),))


def _longest(launch: Launch, constants: dict[str, int], setting: Setting) -> int:
    """The rows of the longest run of a launch."""
    return int(evaluate(launch.held, names_of(replace(launch, lists=()), constants, setting), LIBRARY))


def _sizes(launch: Launch, longest: int, counting: Counting) -> tuple[int, int]:
    """Rows and columns of the tiles of a launch, whose longest run holds so many rows."""
    call, cache, tiles = counting.call, counting.cache, counting.tiles
    if id(tiles) not in cache.described:
        cache.described[id(tiles)] = tiles, any(describes(named.program) for named in tiles.programs)
    (_, described), size = cache.described[id(tiles)], (call.itemsize, call.dims)
    return tile_of(counting.target, launch.tile, *size, longest, launch.most, described=described)


def launch_runs(group: Group, made: Pass, counting: Counting) -> Iterator[LaunchRun]:
    """Each run of each launch of a pass."""
    call, kernel = counting.call, counting.kernel
    pattern = next(one for one in kernel.pattern.groups if one.heads == group.heads)
    heads = local_heads(group.heads, call.heads)
    like = equal_heads(pattern, heads, call.heads)
    if group.heads not in counting.listers:
        counting.listers[group.heads] = _lister(counting, heads.start, like)
    lister = counting.listers[group.heads]
    setting = _setting(heads, lister.lines, counting)
    for launch in made.launches:
        for run in launch.runs if heads else ():
            one = _run(launch, run, setting, like, lister, counting)
            yield replace(one, stored=0) if launch is made.last else one


def _run(
    launch: Launch, run: Run, setting: Setting, like: dict[int, int], lister: Lister, counting: Counting
) -> LaunchRun:
    """A run of a launch, which targets with equal tile sizes share."""
    constants, cache, own = dict(run.constants), counting.cache, (id(launch), id(run))
    if own not in cache.held:
        cache.held[own] = _longest(launch, constants, setting), launch, run
    sizes = _sizes(launch, cache.held[own][0], counting)
    key = *own, *sizes
    if key not in cache.runs:
        one = _sized(launch, constants, setting, sizes, tuple(_places(launch, setting.heads, like, setting)))
        cache.runs[key] = replace(one, exact=not lister.sampled)
    lister.sampled |= not cache.runs[key].exact
    return cache.runs[key]


def _sized(
    launch: Launch,
    constants: dict[str, int],
    setting: Setting,
    sizes: tuple[int, int],
    heads: tuple[tuple[int, int], ...],
) -> LaunchRun:
    """A run of a launch in tiles of some size, of which some heads are counted."""
    setting = replace(setting, block_m=sizes[0], block_n=sizes[1])
    names = names_of(launch, constants, setting)
    names["BLOCK_M"] = sizes[0]  # the cells of an order are missing, because counting reads none
    places, lines = int(evaluate(launch.grid, names, LIBRARY)), head_count(launch, setting)
    stored = lines * int(evaluate(launch.stored, names, LIBRARY))
    return LaunchRun(launch, setting.programs[launch.program], names, *sizes, places, lines, heads, stored)


def _lister(counting: Counting, first: int, like: dict[int, int]) -> Lister:
    """The lister for the heads of a group, which are numbered from its first."""
    call, lists, grid = counting.call, counting.lists(), counting.kernel.pattern.grid
    from_first = {head - first: one - first for head, one in like.items()}
    return Lister(lists, grid, call.n, first, from_first, call.heads, counting.inputs, counting.cache)


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


def _setting(heads: range, list_of: ListOf, counting: Counting) -> Setting:
    call = counting.call
    return Setting(
        extents=Extents(call.n, 0, call.n, 0, call.n, call.heads, call.kv_heads),
        programs={named.name: named.program for named in counting.tiles.programs},
        heads=heads,
        names=counting.names(),
        block_m=1,
        block_n=1,
        list_of=list_of,
        cells_of=lambda _: np.zeros(1, np.int64),
    )


def _names(kernel: Kernel, call: Call, inputs: Inputs, cache: CountCache) -> Iterator[tuple[str, Value]]:
    """The programs' arguments besides extents; the contents of tensors do not matter."""
    yield from dict.fromkeys(input_numbers(kernel.interface), 0).items()
    yield from (("head_offset", 0), ("num_heads", call.heads))
    yield from ((name, np.zeros(1)) for name in input_tensors(kernel.interface))
    yield from ((gradient_name(one.name), np.zeros(1)) for one in kernel.interface.tables)
    for read in pattern_inputs(kernel.pattern):
        name = read.name
        if input_facts(read.kind).listed:
            yield given_name(name), np.zeros(1)
            continue
        if not input_facts(read.kind).cuts:
            unit = read.unit if read.side is not None else 1  # a number for each block is one for each position
            scale = 1 if input_facts(read.kind).free else unit
            yield given_name(name), np.repeat(np.atleast_1d(inputs[name]) * scale, unit)[: max(call.n, 1)]
            continue
        if (name, read.unit) not in cache.documents:
            cache.documents[name, read.unit] = _document_ends(inputs[name], read.unit, call.n)
        yield given_name(name), cache.documents[name, read.unit]
        yield cut_count(name).name, len(cache.documents[name, read.unit]) // 2 - call.n


def _document_ends(offsets: Iterable[int], block: int, n: int) -> npt.NDArray[np.int64]:
    """For each position, where its document begins, and the cuts; then where it ends, and the cuts: [2 (n + D - 1)]."""
    starts = np.array([int(start) for start in offsets], np.int64)
    sizes, cuts = np.diff(starts) * block, np.where(starts[1:-1] > starts[:-2], starts[1:-1], 0) * block
    ends = (np.repeat(ends * block, sizes)[:n] for ends in (starts[:-1], starts[1:]))
    return np.concatenate([part for one in ends for part in (one, cuts)])
