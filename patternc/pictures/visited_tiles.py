"""The tiles that the programs of a launch visit, in the order of their loops: of all programs at once.

A value that differs between programs is an array [programs, 1] or [programs, width]; within a loop over tiles, which
runs for all its tiles at once, there is a line for each tile instead. Other values are as in one program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.index import Index, Tails, Var, evaluate
from patternc.ir.step_tiles import definitions, extremes_of, needed_names
from patternc.ir.tile import AXES, Clause, EachHead, Extremes, For, Let, Program, Statement, Stop
from patternc.ir.tile_functions import LIBRARY
from patternc.ir.walk_tiles import decide

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]


_POSITIONS = ("rows", "row", "valid", "columns", "loaded")
"""The names of the positions of a program's rows and of a tile's columns, and which of them there are."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: the positions of its columns, whether no pair is tested, and the words that quote its clause."""

    columns: Numbers
    full: bool
    words: tuple[str, ...]


def visited_tiles(
    program: Program, arguments: dict[str, Value], lines: Numbers, places: Numbers
) -> Iterator[tuple[Numbers, list[Tile]]]:
    """The positions of the rows and the tiles of each program that visits any, in the order in which they are given.

    Args:
        program: the program.
        arguments: its arguments and constants by name, and the sizes of the grid.
        lines: the place of each program on the grid's second axis.
        places: the same on its first axis.
    """
    needed = needed_names(program.body, frozenset(_POSITIONS))
    given = {**arguments, AXES[1].place: lines[:, None], AXES[0].place: places[:, None]}
    walk = _Walk(given, needed, np.arange(places.size), ({}, [[] for _ in places]))
    walk.all(program.body, ())
    walk.keep_rows(np.ones(walk.running.size, bool))
    rows, tiles = walk.found
    return ((rows[number], own) for number, own in enumerate(tiles) if own)


@dataclass(slots=True)
class _Walk:
    """Programs that run together.

    `needed`: the names whose values are computed. `running`: the numbers of the programs that have not ended. `found`:
    the rows of those that have, and the tiles of all programs so far.
    """

    names: dict[str, Value]
    needed: frozenset[str]
    running: Numbers
    found: tuple[dict[int, Numbers], list[list[Tile]]] = field(default_factory=lambda: ({}, []))

    def all(self, body: tuple[Statement, ...], words: tuple[str, ...]) -> None:
        """Run statements."""
        for statement in body:
            match statement:
                case Let():
                    self._let(statement)
                case Extremes(own) if not self.needed.isdisjoint(own):
                    self.names.update(zip(own, extremes_of(statement, self.names), strict=True))
                case Stop(when):
                    self._stop(self._of_each(when).astype(bool))
                case Clause(own, inside):
                    self.all(inside, own)
                case EachHead(start, stop, inside):
                    self._each_head(self._of_each(start), self._of_each(stop), inside, words)
                case For() if statement.over_tiles:
                    self._loop(statement, words)
                case _:
                    pass

    def keep_rows(self, which: npt.NDArray[np.bool_]) -> None:
        """Keep the positions of the rows of those programs; one that ends before it has rows visits no tile."""
        if "rows" in self.names:
            rows, valid = (self._of_each_row(name) for name in ("rows", "valid"))
            self.found[0].update((int(self.running[at]), rows[at, valid[at]]) for at in np.flatnonzero(which))
        elif "row" in self.names:  # its rows are heads of a query
            rows = self._of_each(Var("row"))
            self.found[0].update((int(self.running[at]), rows[at : at + 1]) for at in np.flatnonzero(which))

    def _of_each_row(self, name: str) -> npt.NDArray[np.generic]:
        value = np.atleast_2d(np.asarray(self.names[name]))
        width = np.shape(self.names["rows"])[-1]
        return np.broadcast_to(value, (self.running.size, width))

    def _value(self, index: Index) -> Value:
        return evaluate(index, self.names, _LIBRARY)

    def _of_each(self, index: Index) -> Numbers:
        """The number for each program, [programs]."""
        return np.broadcast_to(np.asarray(self._value(index), np.int64), (self.running.size, 1))[:, 0]

    def _let(self, let: Let) -> None:
        for own, values in definitions(let):
            if not self.needed.isdisjoint(own):
                found = tuple(map(self._value, values))
                self.names.update(zip(own, found if len(own) == 1 else found[0], strict=True))  # type: ignore[arg-type]

    def _stop(self, ended: npt.NDArray[np.bool_]) -> None:
        self.keep_rows(ended)
        going = np.flatnonzero(~ended)
        self.names = {name: _chosen(value, going) for name, value in self.names.items()}
        self.running = self.running[going]

    def _each_head(self, start: Numbers, stop: Numbers, inside: tuple[Statement, ...], words: tuple[str, ...]) -> None:
        """A loop over heads, whose programs end for the head alone."""
        for turn in range(int(np.max(stop - start, initial=0))):
            which = np.flatnonzero(start + turn < stop)
            names = {name: _chosen(value, which) for name, value in self.names.items()}
            names["head"] = start[which, None] + turn
            replace(self, names=names, running=self.running[which], found=({}, self.found[1])).all(inside, words)

    def _loop(self, loop: For, words: tuple[str, ...]) -> None:
        """A loop over tiles of columns."""
        low, high, step = (self._of_each(one) for one in (loop.start, loop.stop, loop.step))
        turns = np.maximum(-(-(high - low) // step), 0)
        owners = np.repeat(np.arange(turns.size), turns)
        columns = low[owners] + (np.arange(owners.size) - (np.cumsum(turns) - turns)[owners]) * step[owners]
        read = needed_names((loop,), frozenset(_POSITIONS))
        together = 1 << 12  # the most tiles of a loop that are computed at once
        for at in range(0, owners.size, together):
            own = owners[at : at + together]
            names = {name: _chosen(self.names[name], own) for name in read if name in self.names}
            names[loop.variable] = columns[at : at + together, None]
            replace(self, names=names, needed=read, running=self.running[own]).tiles(loop.body, words)

    def tiles(self, body: tuple[Statement, ...], words: tuple[str, ...]) -> None:
        """The tiles of a loop, one of each program here."""
        visited, tested = decide(body, self.names, self.needed, _LIBRARY)
        count = self.running.size
        visited, tested = (np.broadcast_to(one, (count, 1))[:, 0] for one in (visited, tested))
        columns, loaded = np.broadcast_arrays(self.names["columns"], self.names["loaded"], np.empty((count, 1)))[:2]
        for at in np.flatnonzero(visited):
            own = columns[at, loaded[at]]
            self.found[1][int(self.running[at])].append(Tile(own, not tested[at], words))


def _listed(blocks: Tails | Numbers, t: Numbers, stop: Value, block: int, width: int) -> Numbers:
    """The positions of the columns t, t + 1, ... below `stop` of a list of blocks, [tiles, width]."""
    index = t + np.arange(width)
    table, start = (blocks.table, blocks.starts) if isinstance(blocks, Tails) else (blocks, 0)
    entries = table[start + np.minimum(index, np.maximum(stop - 1, 0)) // block]
    return np.asarray(np.where(index < stop, entries, 0) * block + index % block)


_LIBRARY = {**LIBRARY, "listed": _listed}


def _chosen(value: Value, which: Numbers) -> Value:
    """The value for some of the programs, by their places."""
    if isinstance(value, tuple):
        return tuple(_chosen(one, which) for one in value)
    if isinstance(value, Tails):
        return Tails(value.table, value.starts[which])  # type: ignore[return-value]
    return value[which] if np.ndim(value) == 2 else value  # type: ignore[index]
