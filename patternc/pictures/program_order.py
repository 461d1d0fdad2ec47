"""The tiles that the forward programs of a head visit, in launch order.

Programs are in the order of the launch's table, or of the grid's first axis if it has none, and the tiles of a program
in the order of its loops. Both come from the tile IR that is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from patternc.codegen.block_lists.listings import Listed, listings
from patternc.cost.device_time import Call
from patternc.cost.launch_runs import LaunchRun, ordered_runs
from patternc.cost.list_lines import Lister, all_lines
from patternc.cost.target_cost import Plan
from patternc.counting.effort import BLOCKS, EFFORT
from patternc.counting.listed_pairs import ListedBlocks, candidates
from patternc.ir.count_tiles import Tally, count_tiles
from patternc.ir.grid_axes import keys_near
from patternc.ir.kernel import Kernel
from patternc.ir.launch_orders import launch_order_table
from patternc.ir.launch_settings import ListOf
from patternc.ir.mask import Side
from patternc.ir.semantics import Inputs
from patternc.ir.tile import AXES
from patternc.ir.traversal import boxes_in
from patternc.pictures.visited_tiles import visited_tiles
from patternc.schedule.grid_layout import numbering

if TYPE_CHECKING:
    from patternc.ir.index import Value

MOST = 40_000
"""The most tiles on a page, divided evenly among its heads; the tiles of a head with more are not listed."""

Places = tuple[int, ...]
"""Positions as arithmetic progressions: start, count, step, start, count, step, ..."""


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive tiles of a program. `columns`: number of the first tile's positions; each next tile has the next."""

    columns: int
    count: int
    full: bool
    clause: int


@dataclass(frozen=True, slots=True)
class ProgramTiles:
    """A program: the number of its rows' positions, and its runs of tiles in order."""

    rows: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class LaunchTiles:
    """The programs of a launch that visit tiles, in launch order."""

    name: str
    block_m: int
    block_n: int
    programs: tuple[ProgramTiles, ...]


@dataclass(frozen=True, slots=True)
class TileOrder:
    """The launches of a head in order. `positions`: of rows and columns, by number. `clauses`: quoted, by number."""

    launches: tuple[LaunchTiles, ...]
    positions: tuple[Places, ...]
    clauses: tuple[str, ...]


def program_order(plan: Plan, call: Call, inputs: Inputs, head: int, heads: int = 1) -> TileOrder | None:
    """The order of a head's tiles; None if there are too many on a page of `heads` heads."""
    # The tiles of a head are not listed if more pairs of blocks are examined for one of its lists.
    listed = EFFORT // max(BLOCKS, heads)
    if any(_looked_at(one, call.n, inputs) > listed for one in listings(plan.kernel)):
        return None
    runs = list(
        ordered_runs(plan.tiles, plan.kernel, plan.target, call, inputs, head, _lists(plan.kernel, call, inputs, head))
    )
    if sum(map(_visited, runs)) > MOST // heads:
        return None
    numbers = _Numbers()
    cells = _cells_of(plan.kernel)
    launches = tuple(_launch(one, cells, numbers) for one in runs)
    kept = tuple(one for one in launches if one.programs)
    return TileOrder(kept, tuple(numbers.places), tuple(numbers.clauses))


def _looked_at(listed: Listed, n: int, inputs: Inputs) -> int:
    """The pairs of blocks that are examined to list those of a head; for a box, the cells of all neighbourhoods."""
    for box in boxes_in(listed.listing.literals):
        return n * keys_near(box)
    listing = listed.listing
    blocks = ListedBlocks(listing.literals, listing.queries, listing.keys, 0, n, inputs)
    return candidates(blocks) * blocks.counted(Side.QUERY)


def _visited(run: LaunchRun) -> int:
    tally = Tally()
    count_tiles(run.program, dict(run.names), run.places, run.heads, tally)
    # The own statements of a program take as long as four tiles.
    return tally.visited + 4 * tally.programs


def _lists(kernel: Kernel, call: Call, inputs: Inputs, head: int) -> ListOf:
    """The lists of a head with every entry of every line."""
    numbered = {one.index: one for one in listings(kernel)}
    lister = Lister(numbered, kernel.pattern.grid, call.n, head, {0: 0}, call.heads, inputs)
    return lambda made, block_m: all_lines(lister, made, block_m)


def _cells_of(kernel: Kernel) -> dict[str, Value]:
    """The cells in the order of the kernel's sweeps; a kernel has at most one order."""
    orders = {one.order for one in listings(kernel) if one.order is not None}
    assert len(orders) <= 1, "a pattern has one layout"
    return {"cells": numbering(orders.pop(), kernel.pattern.grid)} if orders else {}


# ---- programs, one by one --------------------------------------------------------------------------------------------
@dataclass(slots=True)
class _Numbers:
    """Numbers positions and clauses in the order in which they first occur."""

    places: dict[Places, int] = field(default_factory=dict)
    clauses: dict[str, int] = field(default_factory=dict)
    known: dict[bytes, int] = field(default_factory=dict)

    def place(self, positions: np.ndarray) -> int:
        same = positions.tobytes()
        if same not in self.known:
            self.known[same] = self.places.setdefault(progressions(positions), len(self.places))
        return self.known[same]

    def clause(self, words: tuple[str, ...]) -> int:
        return self.clauses.setdefault("; ".join(words), len(self.clauses))


def progressions(positions: np.ndarray) -> Places:
    """Positions as runs of equal steps; a run of two positions is used only at the end."""
    found: list[int] = []
    at, steps = 0, np.diff(positions)
    if steps.size and (steps == steps[0]).all():
        return int(positions[0]), positions.size, int(steps[0])
    while at < len(positions):
        step = int(steps[at]) if at < len(steps) else 1
        last = at
        while last < len(steps) and steps[last] == step:
            last += 1
        if last - at == 1 and last < len(steps):
            last, step = at, 1
        found += (int(positions[at]), last - at + 1, step)
        at = last + 1
    return tuple(found)


def _launch(run: LaunchRun, cells: dict[str, Value], numbers: _Numbers) -> LaunchTiles:
    grid: dict[str, Value] = {AXES[0].count: run.places, AXES[1].count: run.lines, AXES[2].count: 1}
    table = np.array(launch_order_table(run.launch.order, run.names, run.places, run.lines), np.int64)
    given = {**run.names, **cells, **grid, AXES[2].place: 0, "order": table}
    own = np.flatnonzero(table // max(1, run.places) == run.heads[0][0])
    programs = []
    for rows, tiles in visited_tiles(run.program, given, own // run.places, own % run.places):
        found = [(numbers.place(tile.columns), tile.full, numbers.clause(tile.words)) for tile in tiles]
        programs.append(ProgramTiles(numbers.place(rows), tuple(_runs(found))))
    return LaunchTiles(run.launch.program, run.block_m, run.block_n, tuple(programs))


def _runs(tiles: list[tuple[int, bool, int]]) -> Iterator[Run]:
    """Runs of consecutive tiles of the same kind whose positions have consecutive numbers."""
    for (_, full, clause), several in groupby(enumerate(tiles), lambda tile: (tile[1][0] - tile[0], *tile[1][1:])):
        found = [columns for _, (columns, _, _) in several]
        yield Run(found[0], len(found), full, clause)
