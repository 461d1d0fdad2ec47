"""The cache units (rows of keys or of queries) that each program of a launch loads, in order.

A unit is a run of `grain` consecutive rows of a lattice for one head, about what a tile loads at a time. As in
`count_tiles`, values are vectors over programs, and here also over the iterations of their loops. All tiles come in the
order of their columns: that programs may take those that are tested first makes no difference to a cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.count_tiles import needed_names
from patternc.ir.index import Tails, evaluate, names
from patternc.ir.step_tiles import Programs
from patternc.ir.tile import (
    AXES,
    BLOCK_N,
    Clause,
    Direction,
    EachHead,
    For,
    Let,
    Program,
    Statement,
    Stop,
    walk,
)
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]

COLUMNS = ("columns", "numbers_of_columns")
"""The names of a tile's columns; in an order of cells, of the numbers by which they are looked up."""

HEAD = 1 << 40
"""Offsets between the units of different heads, and between those of lattices with different steps."""
STEP = 1 << 32


def accesses(program: Program, arguments: dict[str, Value], places: Numbers, head: int, grain: int) -> list[Numbers]:
    """The units that each program loads, in order; a unit that is loaded twice in a row counts once.

    Args:
        program: the program.
        arguments: the arguments and constants of the program, by name.
        places: the place of each program on the grid's first axis.
        head: the place on the second axis.
        grain: the rows per unit; a tile of scattered columns loads the units that contain its columns.
    """
    known = {**arguments, AXES[0].place: places, AXES[1].place: head, AXES[2].place: 0}
    needed = needed_names(program.body, frozenset(_read_by_columns(program.body)))
    found = _Loads(known, needed, np.arange(len(places)), direction=program.direction, grain=grain)
    found.all(program.body)
    owners, units = (np.concatenate([np.zeros(0, np.int64), *some]) for some in (found.owners, found.units))
    order = np.argsort(owners, kind="stable")
    owners, units = owners[order], units[order]
    new = np.ones(len(units), dtype=bool)
    new[1:] = (units[1:] != units[:-1]) | (owners[1:] != owners[:-1])
    owners, units = owners[new], units[new]
    return np.split(units, np.searchsorted(owners, np.arange(1, len(places))))


def _read_by_columns(body: tuple[Statement, ...]) -> Iterator[str]:
    """The names from which the columns of tiles are computed."""
    yield "head"
    for loop in walk(body):
        for let in loop.body if isinstance(loop, For) and loop.over_tiles else ():
            if isinstance(let, Let) and let.names[0] in (*COLUMNS, "index"):
                yield from names(*let.values) - {"t", "index", BLOCK_N.name}


@dataclass(slots=True)
class _Loads(Programs):
    """Programs of one head. `owners`: the program of each load; `units`: what it loads."""

    direction: Direction = field(kw_only=True)
    grain: int = field(kw_only=True)
    owners: list[Numbers] = field(default_factory=list)
    units: list[Numbers] = field(default_factory=list)

    def all(self, body: tuple[Statement, ...]) -> None:
        for statement in body:
            match statement:
                case Let():
                    self.let(statement)
                case Stop(when):
                    self.stop(when)
                case Clause(_, inside):
                    self.all(inside)
                case EachHead(start, stop, inside):
                    ends = (int(self.value(one)) for one in (start, stop))
                    for head in range(*ends):
                        self.names["head"] = head
                        self.all(inside)
                case For() if statement.over_tiles:
                    self._loop(statement)
                case _:
                    pass

    def _loop(self, loop: For) -> None:
        """The units that each iteration of a loop loads: those of every `grain`-th and of the last column of a tile."""
        low, high, step = (np.asarray(self.value(one)) for one in (loop.start, loop.stop, loop.step))
        turns = np.broadcast_to(np.maximum(-(-(high - low) // step), 0), self.running.shape)
        owner = np.repeat(np.arange(len(turns)), turns)
        turn = np.arange(len(owner)) - np.repeat(np.cumsum(turns) - turns, turns)
        first = np.broadcast_to(low, turns.shape)[owner] + turn * step
        last = np.minimum(first + step, np.broadcast_to(high, turns.shape)[owner]) - 1
        known = {name: self.chosen(name, owner) for name in self.names}
        width = int(step)
        lanes = [np.minimum(first + lane, last) for lane in (*range(0, width, self.grain), width - 1)]
        step = np.ones_like(first)
        if self.grain >= width and len(first):  # not scattered: the step from the first column to the second
            step = self._column(loop, known, np.minimum(first + 1, last)) - self._column(loop, known, first)
        units = [self._units(self._column(loop, known, lane), np.maximum(step, 1)) for lane in lanes]
        self.owners.append(np.repeat(self.running[owner], len(lanes)))
        self.units.append(np.stack(units, axis=1).reshape(-1))

    def _units(self, at: Numbers, step: Numbers) -> Numbers:
        """The units of columns on lattices of a step."""
        head = int(np.asarray(self.names["head"]))
        shared = head if self.direction is Direction.GRAD_KEY_VALUE else head // int(np.asarray(self.names["group"]))
        return np.asarray(shared * HEAD + step * STEP + at // step // self.grain * step + at % step)

    def _column(self, loop: For, known: dict[str, Value], t: Numbers) -> Numbers:
        """The position of column number t, or its number along an order."""
        own = {**known, "t": t, BLOCK_N.name: 1}
        for statement in loop.body:
            if isinstance(statement, Let):
                for name, value in zip(statement.names, statement.values, strict=True):
                    if name in (*COLUMNS, "index"):
                        own[name] = evaluate(value, own, _FUNCTIONS)
                    if name in COLUMNS:
                        return np.asarray(own[name])
        raise AssertionError("a loop without columns")


def _listed(line: Tails, t: Numbers, _stop: Value, block: int, _width: int) -> Numbers:
    """The position, or number, of a column of each program's line."""
    return np.asarray(line.table[line.starts + t // block] * block + t % block)


_FUNCTIONS = {**LIBRARY, "listed": _listed}
