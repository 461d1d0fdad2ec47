"""The kernels of a file's patterns, tuned one after the other: each with the tiles found for those before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from patternc.codegen.backend import Compiled
from patternc.codegen.tiles.descriptors import has_descriptors
from patternc.codegen.tiles.launches import WHOLE_TILE
from patternc.cost.device_time import Call
from patternc.schedule.tile_sizes import in_one_part, tile_table
from patternc.targets import Target
from patternc.tuning.search import Candidate, CandidateRunner, SearchResult, SearchTools, candidates, search
from patternc.tuning.subjects import Subject, with_tile
from patternc.tuning.tile_files import Entry


@dataclass(frozen=True, slots=True)
class TuningTools:
    """The functions that compile and run the candidates of a kernel.

    `observe`: called with the kernel, the name of the step and the candidate.
    """

    compile: Callable[[tuple[Subject, ...], str, Candidate], Compiled]
    runner: Callable[[tuple[Subject, ...], str], CandidateRunner]
    observe: Callable[[str, str, Candidate], None]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The result of tuning a kernel. `own`: the tile that the tile table had before."""

    kernel: str
    several: tuple[Subject, ...]
    own: Candidate
    result: SearchResult

    @property
    def entry(self) -> Entry | None:
        """The kernel's entry in a tile file; None if no candidate can be used."""
        chosen, first = self.result.chosen, self.several[0]
        if chosen is None or chosen.times is None:
            return None
        trial = next((one for one in self.result.trials if one.candidate == self.own), None)
        tile = chosen.candidate
        return Entry(
            kernel=self.kernel,
            dtype=first.dtype,
            head_dim=first.call.dims.largest,
            block_m=tile.block_m,
            block_n=tile.block_n,
            warps=tile.warps,
            stages=tile.stages,
            most_registers=tile.most_registers,
            descriptors=tile.descriptors,
            patterns=tuple(one.pattern.name for one in self.several),
            call=call_text(self.several),
            registers=chosen.compiled.registers,
            shared=chosen.compiled.shared,
            times=chosen.times,
            table_times=None if trial is None else trial.times,
        )


def call_text(several: tuple[Subject, ...]) -> str:
    """The distinct calls of some subjects, as text."""
    calls = dict.fromkeys(one.call for one in several)
    return "; ".join(f"n={one.n}, {one.heads} heads, {one.kv_heads} key heads, batch {one.batch}" for one in calls)


def tuned_kernels(several: tuple[Subject, ...], kept: int, tools: TuningTools) -> Iterator[Tuned]:
    """Tune every kernel of some subjects, which share a target, an element type and head sizes.

    Args:
        several: the subjects.
        kept: the most candidates of a kernel that are tried.
        tools: the compiler, the device and the observer.
    """
    for kernel in dict.fromkeys(name for one in several for name in one.kernels):
        having = tuple(one for one in several if kernel in one.kernels)
        call, target, tiling = having[0].call, having[0].plan.target, having[0].tiling
        candidate = tile_now(target, kernel, call)
        described = has_descriptors(target) and in_one_part(kernel, call.dims)
        described = described and all(one.describes(kernel) for one in having)
        every = candidates(max(one.tallest(kernel, WHOLE_TILE) for one in having), tiling, descriptors=described)
        tried = [one for one in every if not tiling.fault(target, one.tile(kernel, call.itemsize, call.dims.largest))]
        search_tools = SearchTools(
            partial(tools.compile, having, kernel), tools.runner(having, kernel), partial(tools.observe, kernel)
        )
        tuned = Tuned(kernel, having, candidate, search(tried, candidate, kept, search_tools))
        yield tuned
        if tuned.result.chosen is not None:
            target = with_tile(target, kernel, call, tuned.result.chosen.candidate)
            several = tuple(one.tuned(target) for one in several)


def tile_now(target: Target, kernel: str, call: Call) -> Candidate:
    """The tile that the tile table has for a call."""
    (row,) = (one for one in tile_table(target) if (one.direction, one.itemsize) == (kernel, call.itemsize))
    tile = row.tile(call.dims.largest)
    return Candidate(tile.block_m, tile.block_n, tile.warps, tile.stages, tile.registers or 0, tile.descriptors)
