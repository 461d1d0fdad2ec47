"""The admitted share of each square of a map of a mask: exact, unless that takes too long.

Squares that no bound cuts are counted by groups of positions (`decided_pairs`), boxes of a grid by the neighbours of
each cell, and what is left row by row in closed form, or pair by pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np
import numpy.typing as npt

from patternc.counting.decided_pairs import decided_pairs
from patternc.counting.effort import AT_ONCE, EFFORT, PICTURE, QUICK, most_pairs, pair_effort
from patternc.counting.head_of_call import HeadOfCall, Numbers, Truths
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.counting.pixels import (
    beside,
    clauses_in,
    count_in_closed_form,
    most_in_closed_form,
    normal_form,
)
from patternc.counting.row_keys import in_closed_form
from patternc.counting.sample import draw
from patternc.ir.grid_axes import GridAxes, keys_near
from patternc.ir.mask import And, Branch, Mask, Or
from patternc.ir.traversal import atoms, boxes_in
from patternc.schedule.grid_layout import neighbours
from patternc.transforms import Clause


@dataclass(frozen=True, slots=True)
class Shares:
    """The admitted share of the pairs of each square, and whether it is exact; both [squares, squares].

    Of other squares, it is the share among pairs in rows and columns drawn at random. Squares that were not asked for
    have any share.
    """

    values: npt.NDArray[np.float64]
    exact: Truths


def square_shares(
    mask: Mask, call: HeadOfCall, edges: Numbers, shared: int = 1, wanted: Truths | None = None
) -> Shares:
    """The shares of the squares of a map.

    Args:
        mask: the mask.
        call: the head, and the call's length and inputs.
        edges: where the squares of a side begin and end.
        shared: how many maps share the effort.
        wanted: the squares whose shares are needed; None: all.
    """
    squares = edges.size - 1
    wanted = np.ones((squares, squares), bool) if wanted is None else wanted
    area = np.outer(np.diff(edges), np.diff(edges))
    near, rest = _of_boxes(mask, call, edges)
    pairs, known = decided_pairs(rest, call, edges, wanted, PICTURE * EFFORT * QUICK // shared)
    values, exact = (near + pairs) / area, known | ~wanted
    clauses = clauses_in(normal_form(Branch(rest)))
    closed = Or(tuple(And(one) for one in clauses if in_closed_form(one)))
    others = _possible([And(one) for one in clauses if not in_closed_form(one)], call, edges, ~exact)
    for mask_, counted, here in ((closed, _by_rows, ~exact & ~others), (rest, _by_pairs, others)):
        if here.any():
            found, every = counted(mask_, call, edges, here, shared)
            values[here], exact[here] = (near / area + found)[here], every[here]
    return Shares(values, exact)


def _possible(masks: Sequence[Mask], call: HeadOfCall, edges: Numbers, wanted: Truths) -> Truths:
    """The wanted squares in which bounds leave some pair of some mask."""
    rows, columns = np.nonzero(wanted)
    parts = Rectangles((edges[rows], edges[rows + 1] - 1), (edges[columns], edges[columns + 1] - 1))
    found = np.zeros(wanted.shape, bool)
    for mask in masks:
        found[rows, columns] |= pair_bounds(mask, parts, call)[0]
    return found


def _of_boxes(mask: Mask, call: HeadOfCall, edges: Numbers) -> tuple[Numbers, Mask]:
    """The pairs of each square that clauses with a box admit, and the mask of the other clauses, which are disjoint."""
    found = np.zeros((edges.size - 1, edges.size - 1), np.int64)
    if not boxes_in(atoms(mask)):
        return found, mask
    clauses = clauses_in(normal_form(Branch(mask)))
    boxes = {clause: boxes_in(clause) for clause in clauses}
    if sum(call.n * keys_near(own[0]) for own in boxes.values() if own) > 2 * EFFORT:
        return found, mask
    square = np.searchsorted(edges, np.arange(call.n), side="right") - 1
    for clause, own in boxes.items():
        if own:
            found += _of_box(clause, own[0], call, square, edges.size - 1)
    return found, Or(tuple(And(clause) for clause, own in boxes.items() if not own))


def _of_box(clause: Clause, box: GridAxes, call: HeadOfCall, square: Numbers, squares: int) -> Numbers:
    """The pairs of each square that a clause admits, all of which are of a cell and a neighbour in a box."""
    found, rows = np.zeros(squares * squares, np.int64), max(1, AT_ONCE // keys_near(box))
    for start in range(0, call.n, rows):
        q = np.arange(start, min(start + rows, call.n))[:, None]
        keys = neighbours(box, q[:, 0])
        truth = call.admits(And(clause), q, keys)
        places = square[q] * squares + square[keys]
        found += np.bincount(places[truth], minlength=squares * squares)
    return found.reshape(squares, squares)


def _by_rows(
    mask: Mask, call: HeadOfCall, edges: Numbers, wanted: Truths, shared: int
) -> tuple[npt.NDArray[np.float64], Truths]:
    """The shares of some squares by the keys of their rows in closed form, of all rows or of rows drawn at random."""
    normal = normal_form(Branch(mask))
    most = most_in_closed_form(clauses_in(normal)) // shared
    lines = draw(edges, max(1, most // int(beside(wanted).sum())))
    counted = count_in_closed_form(normal, call, edges, lines, wanted)
    every = np.broadcast_to((lines.sizes == np.diff(edges))[:, None], wanted.shape)
    return counted / np.outer(lines.sizes, np.diff(edges)), every


def _by_pairs(
    mask: Mask, call: HeadOfCall, edges: Numbers, wanted: Truths, shared: int
) -> tuple[npt.NDArray[np.float64], Truths]:
    """The shares of some squares by all of their pairs, or those in rows and columns drawn at random."""
    most = PICTURE * most_pairs(pair_effort(mask), shared)
    side = max(1, isqrt(most // int(wanted.sum())))
    taken = np.minimum(np.diff(edges), side)
    values = np.zeros(wanted.shape)
    rows = draw(edges, side)
    columns = [draw(edges, side, line).places for line in range(taken.size)]
    for here in _alike(taken, wanted):
        down, across = (taken[axis[0]] for axis in here)
        q = rows.places[rows.starts[here[0]][:, None] + np.arange(down)]
        k = np.stack([columns[i][rows.starts[j] : rows.starts[j] + across] for i, j in zip(*here, strict=True)])
        values[here] = call.admits(mask, q[:, :, None], k[:, None, :]).mean(axis=(1, 2))
    whole = taken == np.diff(edges)
    return values, np.logical_and.outer(whole, whole)


def _alike(taken: Numbers, wanted: Truths) -> Iterator[tuple[Numbers, Numbers]]:
    """The places of the wanted squares, several of equal height and width at a time: at most AT_ONCE pairs, or one."""
    sizes = np.unique(taken)
    for down in sizes:
        for across in sizes:
            here = np.nonzero(wanted & np.logical_and.outer(taken == down, taken == across))
            step = max(1, AT_ONCE // int(down * across))
            yield from ((here[0][at : at + step], here[1][at : at + step]) for at in range(0, here[0].size, step))
