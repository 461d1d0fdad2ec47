"""Tiles of columns that programs decide on one by one: which they take in, and which of these they test.

A program skips tiles, and tests no pair of others, by the least and the greatest of the numbers in its rows and in a
tile. So a count has to look at each tile: of many at once, with a line for each, [tiles, 1] or [tiles, width].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.index import Apply, Functions, Negated, Truth, evaluate, parts
from patternc.ir.step_tiles import Programs, definitions, extremes_of, needed_names
from patternc.ir.tile import Extremes, For, Let, Mask, Skip, Statement, walk
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]


def is_decided(loop: For) -> bool:
    """Whether a program decides on each tile of a loop by its numbers, rather than by where it is.

    Counts don't know which blocks a list has: of those all are visited.
    """
    values = [value for one in loop.body if isinstance(one, Let) for value in one.values]
    if any(isinstance(one, Apply) and one.function == "listed" for one in values):
        return False
    edges = (one.edge for one in walk(loop.body) if isinstance(one, Mask) and one.edge is not None)
    unproved = any(isinstance(part, Negated) for edge in edges for part in parts(edge))
    return unproved or any(isinstance(one, Skip) for one in loop.body)


def decided_tiles(
    loop: For, programs: Programs, low: Numbers, step: Numbers, turns: Numbers
) -> Iterator[tuple[Numbers, Numbers, Truths, Truths]]:
    """The tiles of a loop, some at a time: the program of each, its first column, if it is visited, if untested.

    Args:
        loop: a loop of which `is_decided` holds.
        programs: those that run it.
        low: the first column of each program's first tile.
        step: the columns of a tile.
        turns: the tiles of each program.
    """
    needed = needed_names((loop,))
    every = np.repeat(np.arange(turns.size), turns)
    place: Numbers = np.arange(every.size) - (np.cumsum(turns) - turns)[every]
    together = 1 << 12  # the most tiles that are decided on at once
    for at in range(0, every.size, together):
        own = every[at : at + together]
        t: Numbers = low[own] + place[at : at + together] * step[own]
        lines = {**programs.lines(own), loop.variable: t[:, None]}
        visited, tested = decide(loop.body, lines, needed)
        visited = np.broadcast_to(visited, (own.size, 1))[:, 0]
        yield own, t, visited, visited & ~np.broadcast_to(tested, (own.size, 1))[:, 0]


def decide(
    body: tuple[Statement, ...], lines: dict[str, Value], needed: frozenset[str], library: Functions = LIBRARY
) -> tuple[Truths, Truths]:
    """Whether each tile is visited, and whether its pairs are tested; names that are needed get values on the way."""
    visited, tested = np.ones((1, 1), bool), np.ones((1, 1), bool)
    for statement in body:
        match statement:
            case Let():
                for own, values in definitions(statement):
                    if not needed.isdisjoint(own):
                        found = tuple(evaluate(one, lines, library) for one in values)
                        lines.update(zip(own, found if len(own) == 1 else found[0], strict=True))  # type: ignore[arg-type]
            case Extremes(own) if not needed.isdisjoint(own):
                lines.update(zip(own, extremes_of(statement, lines), strict=True))
            case Skip(unless, inside):
                _, tested = decide(inside, lines, needed, library)
                visited = _truth(unless, lines)
            case Mask(edge=edge):
                tested = tested if edge is None else _truth(edge, lines)
            case _:
                pass
    return visited, tested


def _truth(truth: Truth, lines: dict[str, Value]) -> Truths:
    return np.atleast_2d(np.asarray(evaluate(truth, lines, LIBRARY), bool))
