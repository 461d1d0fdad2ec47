"""Counting the tiles that programs of the tile IR visit, for all programs of a launch at once and without any pairs.

Only the values that loop bounds depend on are computed, as vectors over the programs of the grid's first axis (and of
several heads). So a launch over a million positions is counted in milliseconds, and the counts are those of the
programs that are printed. Where programs decide on each tile by its numbers, these are computed for each tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.index import Any, Apply, Binary, Cmp, Index, Truth, Var, names
from patternc.ir.step_tiles import Programs, needed_names
from patternc.ir.tile import AXES, Clause, EachHead, Extremes, For, Let, Mask, Program, Statement, Stop, walk
from patternc.ir.walk_tiles import decided_tiles, is_decided

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]

TOGETHER = 1 << 17
"""The number of programs that are counted at once."""


@dataclass(slots=True)
class Tiles:
    """The tiles of a clause: `full` ones, whose pairs are all admitted and not tested, and `partial` ones.

    `columns`: those that all tiles hold, if the last tile of a loop ends with it. `gathered`: those of them that are
    not equally spaced, because they are cells of an order or in blocks narrower than a tile.
    """

    full: int = 0
    partial: int = 0
    columns: int = 0
    gathered: int = 0

    @property
    def visited(self) -> int:
        """All tiles."""
        return self.full + self.partial


@dataclass(slots=True)
class Tally:
    """The tiles that the programs of a launch visit.

    `clauses`: tiles by the words that quote the clause. `longest`: the tiles of the longest program. `programs`: the
    number of programs. `sampled`: whether only a sample of the programs was counted.
    """

    clauses: dict[tuple[str, ...], Tiles] = field(default_factory=dict)
    longest: int = 0
    programs: int = 0
    sampled: bool = False

    def add(self, words: tuple[str, ...], full: int, partial: int, columns: int, gathered: int) -> None:
        """Count tiles for a clause."""
        tiles = self.clauses.setdefault(words, Tiles())
        tiles.full += full
        tiles.partial += partial
        tiles.columns += columns
        tiles.gathered += gathered

    @property
    def visited(self) -> int:
        """All tiles."""
        return self.full + self.partial

    @property
    def columns(self) -> int:
        """The columns of all tiles."""
        return sum(one.columns for one in self.clauses.values())

    @property
    def gathered(self) -> int:
        """The gathered columns of all tiles."""
        return sum(one.gathered for one in self.clauses.values())

    @property
    def full(self) -> int:
        """Full tiles of all clauses."""
        return sum(one.full for one in self.clauses.values())

    @property
    def partial(self) -> int:
        """Partial tiles of all clauses."""
        return sum(one.partial for one in self.clauses.values())


def count_tiles(
    program: Program,
    arguments: dict[str, Value],
    places: int,
    heads: Iterable[tuple[int, int]],
    tally: Tally,
    needed: frozenset[str] | None = None,
    drawn: tuple[Numbers, Numbers] | None = None,
) -> None:
    """Count the tiles of a launch; the launch order does not change them.

    Args:
        program: the program.
        arguments: the arguments and constants of the program, by name.
        places: the size of the grid's first axis.
        heads: (place on the grid's second axis, number of equal places).
        tally: the counts are added to it.
        needed: the names that counting reads (`needed_names`), if they are known.
        drawn: the places to count, and for how many each stands; None: all.
    """
    needed, heads = needed or needed_names(program.body), list(heads)
    rows = 1 + max((place for place, _ in heads), default=0)
    shared = {
        **arguments,
        AXES[0].count: places,
        AXES[1].count: rows,
        AXES[2].place: 0,
        **({"order": np.arange(places * rows)} if "order" in needed else {}),
    }
    counted, shares = (np.arange(places), np.ones(places, np.int64)) if drawn is None else drawn
    tally.sampled |= counted.size < places
    step = max(1, TOGETHER // max(1, counted.size))
    for at, first in product(range(0, len(heads), step), range(0, counted.size, TOGETHER)):
        lines, times = np.array(heads[at : at + step], np.int64).T
        part = slice(first, first + TOGETHER)
        numbers, alike = np.tile(counted[part], lines.size), np.outer(times, shares[part]).ravel()
        arguments = {**shared, AXES[0].place: numbers, AXES[1].place: np.repeat(lines, counted[part].size)}
        counter = _Counter(arguments, needed, np.arange(alike.size), times=alike, tally=tally)
        counter.all(program.body, ())
        tally.programs += int(alike.sum())
        tally.longest = max(tally.longest, int(counter.taken.max(initial=0)))


@dataclass(slots=True)
class _Counter(Programs):
    """Programs of some heads. `times`: how many programs each one stands for. `taken`: the tiles of each so far."""

    times: Numbers = field(kw_only=True)
    tally: Tally = field(kw_only=True)
    taken: Numbers = field(init=False)

    def __post_init__(self) -> None:
        self.taken = np.zeros_like(self.times)
        self.vectors.add(AXES[1].place)

    def all(self, body: tuple[Statement, ...], words: tuple[str, ...]) -> None:
        for statement in body:
            match statement:
                case Let():
                    self.let(statement)
                case Stop(when):
                    alive = self.stop(when)
                    self.taken, self.times = self.taken[alive], self.times[alive]
                case Extremes():
                    self.extremes(statement)
                case Clause(own, inside):
                    self.all(inside, own)
                case EachHead(start, stop, inside):
                    self._each_head(start, stop, inside, words)
                case For() if statement.over_tiles:
                    self._loop(statement, words)
                case _:
                    pass

    def _each_head(self, start: Index, stop: Index, inside: tuple[Statement, ...], words: tuple[str, ...]) -> None:
        """A loop over heads; a program with fewer heads than another repeats its last head without counting it."""
        first, end = (self.per_program(one) for one in (start, stop))
        every = self.times
        self.vectors.add("head")
        for turn in range(int(np.max(end - first, initial=0))):
            self.names["head"] = np.maximum(np.minimum(first + turn, end - 1), 0)
            self.times = np.where(first + turn < end, every, 0)
            self.all(inside, words)
        self.times = every

    def _loop(self, loop: For, words: tuple[str, ...]) -> None:
        """A loop over tiles of columns."""
        low, high, step = (np.asarray(self.value(one)) for one in (loop.start, loop.stop, loop.step))
        turns = np.maximum(-(-(high - low) // step), 0)
        if is_decided(loop):
            self._decided(loop, words, (low, high, step), turns)
            return
        (mask,) = (one for one in walk(loop.body) if isinstance(one, Mask))
        first, last = self._untested(mask.edge, loop.variable, low, step)
        full = np.maximum(np.minimum(last, turns) - np.maximum(first, 0), 0)
        self.taken += np.where(self.times, turns, 0)
        visited, untested, held = (int((x * self.times).sum()) for x in (turns, full, np.maximum(high - low, 0)))
        self.tally.add(words, untested, visited - untested, held, held if self._gathers(loop) else 0)

    def _decided(self, loop: For, words: tuple[str, ...], bounds: tuple[Numbers, ...], turns: Numbers) -> None:
        """A loop whose tiles are decided on one by one."""
        own = (np.broadcast_to(one, self.times.shape) for one in (*bounds, np.where(self.times, turns, 0)))
        low, high, step, turns = own
        for owners, t, visited, untested in decided_tiles(loop, self, low, step, turns):
            np.add.at(self.taken, owners, visited)
            times = self.times[owners] * visited
            held = int((times * np.minimum(step[owners], high[owners] - t)).sum())
            full = int((times * untested).sum())
            self.tally.add(words, full, int(times.sum()) - full, held, held if self._gathers(loop) else 0)

    def _gathers(self, loop: For) -> bool:
        """Whether the columns of a tile are not equally spaced."""
        values = [value for one in loop.body if isinstance(one, Let) for value in one.values]
        blocks = (one.arguments[3:] for one in values if isinstance(one, Apply) and one.function == "listed")
        narrow = any(int(np.max(self.value(block) % self.value(tile))) for block, tile in blocks)
        return narrow or "cells" in names(*values)

    def _untested(self, edge: Truth | None, variable: str, low: Numbers, step: Numbers) -> tuple[Numbers, Numbers]:
        """The iterations first <= i < last in which no pair is tested; empty if every tile is tested."""
        first, last = np.zeros(1, np.int64), np.full(1, np.iinfo(np.int64).max)
        if edge is None:
            return first, first
        for expression in edge.items if isinstance(edge, Any) else (edge,):
            match expression:
                case Cmp("<", Var(name), bound) if name == variable:  # test tiles that begin before `bound`
                    first = np.maximum(first, -(-(np.asarray(self.value(bound)) - low) // step))
                case Cmp(">", Binary("+", Var(name), _), bound) if name == variable:  # test tiles that end after it
                    last = np.minimum(last, (np.asarray(self.value(bound)) - low) // step)
                case _:
                    raise AssertionError(f"an edge of tiles that is not counted: {expression}")
        return first, last
