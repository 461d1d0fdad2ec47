"""Exact numbers of admitted pairs in those squares of a mask that no bound of the mask cuts.

In such a square, every bound holds for all pairs or for none. What is left of the mask depends on the groups of the
query and of the key: their residue classes, their blocks, or values that a comparison reads. So one pair stands for all
pairs of two groups, and the sizes of the groups in the square give the number of admitted pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm, prod
from typing import TypeAlias, assert_never

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import EFFORT, pair_effort
from patternc.counting.head_of_call import HeadOfCall, Numbers, Truths
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.ir.facts import Form, atom_facts, block_sizes, form, names_in_number
from patternc.ir.mask import (
    FALSE,
    TRUE,
    AtLeast,
    Atom,
    Below,
    Box,
    Compare,
    Mask,
    Residue,
    SameResidue,
    Selection,
    Side,
)
from patternc.ir.semantics import number, residue
from patternc.ir.traversal import atoms, comparisons, mapped, ranges, selections_in

Bounds: TypeAlias = tuple[AtLeast | Below, ...]


@dataclass(frozen=True, slots=True)
class _Groups:
    """The groups of the positions of a side: that of each position of a period, and the first position of each."""

    group: Numbers
    first: Numbers


def decided_pairs(
    mask: Mask, call: HeadOfCall, edges: Numbers, wanted: Truths, nanoseconds: int
) -> tuple[npt.NDArray[np.float64], Truths]:
    """The number of admitted pairs of each square, and which numbers are known; both [squares, squares].

    Args:
        mask: the mask.
        call: the head, and the call's length and inputs.
        edges: where the squares of a side begin and end.
        wanted: the squares of which numbers are needed.
        nanoseconds: about how long it may take to look at pairs; if it takes longer, no number is known.
    """
    pairs, known = np.zeros(wanted.shape), np.zeros(wanted.shape, bool)
    named = tuple(dict.fromkeys(atoms(mask)))
    bounds = ranges(named)
    others = tuple(atom for atom in named if atom not in bounds)
    if not wanted.any() or not all(_by_groups(atom) for atom in others):
        return pairs, known
    places = np.nonzero(wanted)
    held, decided = _bounds_held(bounds, call, edges, places)
    if not decided.any():
        return pairs, known
    places, held = (places[0][decided], places[1][decided]), held[decided]
    cases, case_of = np.unique(held, axis=0, return_inverse=True)
    limit = nanoseconds // (len(cases) * pair_effort(mask))
    if prod(_at_least(others, call.n) for _ in Side) > limit:
        return pairs, known
    sides = [_groups(others, side, call) for side in Side]
    queries, keys = (one.first.size for one in sides)
    if queries * keys > limit or edges.size * (queries + keys) > EFFORT:
        return pairs, known
    sizes = [_sizes(one, edges) for one in sides]
    for place, case in enumerate(cases):
        here = tuple(axis[case_of.ravel() == place] for axis in places)
        table = _table(_replaced(mask, dict(zip(bounds, case.tolist(), strict=True))), call, sides)
        pairs[here] = (sizes[0] @ table @ sizes[1].T)[here]
        known[here] = True
    return pairs, known


def _bounds_held(
    bounds: Bounds, call: HeadOfCall, edges: Numbers, places: tuple[Numbers, ...]
) -> tuple[Truths, Truths]:
    """The bounds that hold in each square [places, bounds], and the squares in which no bound is open [places]."""
    rows, columns = places
    parts = Rectangles((edges[rows], edges[rows + 1] - 1), (edges[columns], edges[columns + 1] - 1))
    held, decided = np.zeros((rows.size, len(bounds)), bool), np.ones(rows.size, bool)
    for place, bound in enumerate(bounds):
        possible, certain = pair_bounds(bound, parts, call)
        held[:, place] = certain
        decided &= possible == certain
    return held, decided


def _table(mask: Mask, call: HeadOfCall, sides: list[_Groups]) -> npt.NDArray[np.float64]:
    """Whether a mask without bounds admits the pairs of two groups, [groups of queries, groups of keys]."""
    queries, keys = (one.first for one in sides)
    return call.admits(mask, queries[:, None], keys).astype(float)


def _replaced(mask: Mask, held: dict[AtLeast | Below, bool]) -> Mask:
    """The mask with bounds replaced by whether they hold."""
    truths: dict[Mask, Mask] = {bound: TRUE if holds else FALSE for bound, holds in held.items()}
    return mapped(mask, lambda atom: truths.get(atom, atom))


# ---- groups of positions ---------------------------------------------------------------------------------------------
def _by_groups(atom: Atom) -> bool:
    """Whether an atom depends on a group of the query and a group of the key, of which there may be few."""
    sides = (side for one in comparisons([atom]) for side in (one.left, one.right))
    apart = all(len({"q", "k"} & names_in_number(side)) < 2 for side in sides)
    return form(atom) not in (Form.RANGE, Form.BOX) and apart


def _at_least(others: tuple[Atom, ...], n: int) -> int:
    """A number of groups of either side that can't be less, known before they are made."""
    return max((-(-n // max(block_sizes(atom))) for atom in selections_in(others)), default=1)


def _groups(others: tuple[Atom, ...], side: Side, call: HeadOfCall) -> _Groups:
    """The groups of the positions of a side: positions of a group have equal labels for all atoms."""
    period = min(call.n, lcm(*(_period(atom, side) or call.n for atom in others)))
    positions = np.arange(period)
    group = np.zeros(period, np.int64)
    for atom in others:
        for labels in _labels(atom, side, positions, call):
            group = _numbered(group * period + _numbered(labels))
    first = np.zeros(int(group.max()) + 1, np.int64)
    first[group[::-1]] = positions[::-1]
    return _Groups(group, first)


def _numbered(labels: Numbers) -> Numbers:
    """The labels numbered from 0 on without gaps."""
    if labels.min() < 0 or labels.max() > 4 * labels.size:
        return np.unique(labels, return_inverse=True)[1].ravel()
    return (np.cumsum(np.bincount(labels) > 0) - 1)[labels]  # which needs no sorting


def _sizes(groups: _Groups, edges: Numbers) -> npt.NDArray[np.float64]:
    """The number of positions of each group in each square of a side, [squares, groups]."""
    count = groups.first.size
    turns, rest = np.divmod(edges, groups.group.size)
    order = np.argsort(rest)
    part = np.searchsorted(rest[order], np.arange(groups.group.size), side="right")
    held = np.bincount(part * count + groups.group, minlength=(edges.size + 1) * count).reshape(-1, count)
    below = np.zeros((edges.size, count), np.int64)
    below[order] = held.cumsum(axis=0)[: edges.size]
    return np.asarray(np.diff(below + turns[:, None] * held.sum(axis=0), axis=0), float)


def _period(atom: Atom, side: Side) -> int | None:
    """After how many positions of a side the labels of an atom repeat; None if they do not."""
    facts = atom_facts(atom)
    if side not in facts.sides:
        return 1
    return facts.period if facts.form is Form.CLASSES else None


def _labels(atom: Atom, side: Side, x: Numbers, call: HeadOfCall) -> Iterator[Numbers]:
    """Numbers of positions of a side, by which an atom tells them apart."""
    if isinstance(atom, Selection):
        yield x // block_sizes(atom)[side is Side.KEY]
        return
    match atom:
        case Residue():
            if atom.side is side:
                yield call.admits(atom, x, x).astype(np.int64)
        case SameResidue(dilation, segment, block):
            yield residue(x // block, dilation, segment)
        case Compare(_, left, right):
            read = (one for one in (left, right) if side.value in names_in_number(one))
            yield from (number(one, call.head, x, x, call.n, call.inputs) for one in read)
        case AtLeast(own, bound) | Below(own, bound):
            yield x if own is side else call.bound(bound, x)
        case Box():
            raise AssertionError("boxes have no groups")
        case _:
            assert_never(atom)
