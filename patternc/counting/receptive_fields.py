"""Receptive fields: how many positions a row depends on after several layers of the same pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from patternc.counting.effort import AT_ONCE, BLOCKS, EFFORT
from patternc.counting.head_of_call import HeadOfCall, Numbers, Truths
from patternc.counting.listed_pairs import ListedBlocks, listed_columns
from patternc.counting.row_keys import bounds_of_keys, in_closed_form, pairs_per_row, rows_taken
from patternc.ir.mask import And, Pattern, Residue, SameResidue, Side
from patternc.ir.semantics import Inputs, group_of, offset_value
from patternc.ir.traversal import boxes_in, classes_of, ranges, shared_residues
from patternc.schedule.grid_layout import neighbours
from patternc.schedule.listing import listing_of
from patternc.transforms import Clause, clauses_of

MOST = EFFORT // BLOCKS
"""The most pairs that are evaluated for a layer; a layer that needs more is not counted."""


@dataclass(frozen=True, slots=True)
class ReceptiveField:
    """After `layers` layers: how many positions a row depends on, and the distance of the farthest of them."""

    layers: int
    positions: int
    farthest: int


def receptive_fields(
    normal: Pattern, heads: tuple[int, ...], total: int, n: int, inputs: Inputs, most: int, row: int
) -> tuple[ReceptiveField, ...]:
    """The receptive field of a row after 1, 2, ... layers, all heads together.

    It ends when the field stops growing, after `most` layers, or before a layer that would take too long to count.
    """
    held, fields = np.zeros(n, bool), list[ReceptiveField]()
    held[row] = True
    rows = np.array([row])
    for layer in range(1, most + 1):
        reached = _reached(normal, heads, total, n, inputs, rows)
        if reached is None:
            break
        fresh = reached & ~held
        held |= reached
        first, last = int(held.argmax()), n - 1 - int(held[::-1].argmax())
        fields.append(ReceptiveField(layer, int(held.sum()), max(row - first, last - row)))
        if not 0 < np.count_nonzero(fresh) <= MOST or held[: row + 1 if row == n - 1 else n].all():
            break
        rows = np.flatnonzero(fresh)
    return tuple(fields)


def _reached(
    normal: Pattern, heads: tuple[int, ...], total: int, n: int, inputs: Inputs, rows: Numbers
) -> Truths | None:
    """A mask of the positions that are keys of some of the rows; None if that takes too long to count."""
    marks = np.zeros(n, bool)
    keyses = [
        _Keys(clause, HeadOfCall(head, total, n, inputs), rows)
        for head in heads
        for branch in group_of(normal, head, total).branches
        for clause in clauses_of(branch.mask)
    ]
    for keys in sorted(keyses, key=_Keys.effort):  # the cheapest first: they may already reach all positions
        if keys.effort() > MOST:
            return None
        keys.mark(marks)
        if marks.all():
            break
    return marks


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys that a clause admits for some rows."""

    clause: Clause
    call: HeadOfCall
    rows: Numbers

    def effort(self) -> int:
        """The number of pairs that are evaluated."""
        listing = listing_of(self.clause)
        if in_closed_form(self.clause):
            named = self._class()
            tested = named is not None and not _is_plain(named)
            # The residue classes of 16 positions take as long to compute as a pair takes to evaluate.
            return self.rows.size + (sum(1 for _ in self._classes(self.rows)) * self.call.n // 16 if tested else 0)
        if listing is None:
            return self.rows.size * self.call.n
        return self.rows.size * pairs_per_row(self.clause, listing, self.call, 1)

    def mark(self, marks: Truths) -> None:
        """Set `marks` [n] at the keys."""
        listing = listing_of(self.clause)
        if in_closed_form(self.clause):
            self._ranges(marks)
        elif listing is None:
            for part in _parts(self.rows, max(1, MOST // self.call.n)):
                marks |= self.call.admits(And(self.clause), part[:, None], np.arange(self.call.n)).any(axis=0)
        elif boxes_in(listing.literals):
            near = neighbours(boxes_in(listing.literals)[0], self.rows)
            marks[near[self.call.admits(And(self.clause), self.rows[:, None], near)]] = True
        else:
            call = self.call
            sizes = listing.queries, listing.keys
            self._blocks(marks, ListedBlocks(listing.literals, *sizes, call.head, call.n, call.inputs))

    def _blocks(self, marks: Truths, blocks: ListedBlocks) -> None:
        """Mark the keys in listed blocks: as ranges within blocks, or one by one."""
        index, columns = listed_columns(blocks, self.rows)
        q, first = self.rows[index], columns * blocks.keys
        rest = tuple(one for one in self.clause if one not in blocks.literals)
        if len(ranges(rest)) == len(rest):
            low, high = bounds_of_keys(rest, q, self.call)
            low, high = np.maximum(low, first), np.minimum(high, first + blocks.keys)
            taken = (high > low) & rows_taken(self.clause, self.call, q)
            marks |= _covered(low[taken], high[taken], 0, self.call.n)
            return
        keys = first[:, None] + np.arange(blocks.keys)
        marks[keys[self.call.admits_up_to_end(And(rest), q[:, None], keys)]] = True

    def _ranges(self, marks: Truths) -> None:
        """Mark ranges of keys, one residue class after the other."""
        low, high = bounds_of_keys(self.clause, self.rows, self.call)
        taken = (high > low) & rows_taken(self.clause, self.call, self.rows)
        low, high, rows = low[taken], high[taken], self.rows[taken]
        if not rows.size:
            return
        named = self._class()
        if named is not None and _is_plain(named):
            marks |= _covered_by_class(low, high, rows % named.dilation, named.dilation, self.call.n)
            return
        first, last = int(low.min()), int(high.max())
        for wanted, own in self._classes(rows):
            covered = _covered(low[own], high[own], first, last)
            for at in range(first, last, AT_ONCE):
                x = np.arange(at, min(at + AT_ONCE, last))
                marks[x[0] : x[-1] + 1] |= covered[at - first :][: x.size] & self._of_class(x, wanted)

    def _class(self) -> Residue | SameResidue | None:
        return next(iter(classes_of(self.clause, Side.KEY)), None)

    def _classes(self, rows: Numbers) -> Iterator[tuple[int, Truths]]:
        """The residue classes of keys, each with the rows that attend to it."""
        match self._class():
            case SameResidue() as same:
                own = _residues(same, rows)
                yield from ((int(wanted), own == wanted) for wanted in np.unique(own))
            case Residue(dilation=dilation, offset=offset):
                yield offset_value(offset, dilation, self.call.head, self.call.heads), np.ones(rows.size, bool)
            case None:
                yield 0, np.ones(rows.size, bool)

    def _of_class(self, x: Numbers, wanted: int) -> Truths:
        named = self._class()
        return np.ones(x.size, bool) if named is None else _residues(named, x) == wanted


def _is_plain(named: Residue | SameResidue) -> bool:
    """Whether the classes of all keys are covered at once."""
    return bool(shared_residues([named])) and named.block == 1 and not (named.segment or 0) % named.dilation


def _covered(low: Numbers, high: Numbers, first: int, last: int) -> Truths:
    """A mask of the positions first <= x < last that some range holds; all ranges are within them."""
    if not low.size:
        return np.zeros(last - first, bool)
    order = np.argsort(low, kind="stable")
    low, reached = low[order], np.maximum.accumulate(high[order])
    apart = np.flatnonzero(low[1:] > reached[:-1]) + 1  # where a range begins behind all before it
    steps = np.zeros(last - first + 1, np.int8)  # the ranges that are left don't meet
    steps[low[np.append(0, apart)] - first] = 1
    steps[reached[np.append(apart - 1, -1)] - first] = -1
    return np.asarray(np.cumsum(steps[:-1], dtype=np.int8) > 0)


def _covered_by_class(low: Numbers, high: Numbers, residue: Numbers, dilation: int, n: int) -> Truths:
    """A mask of the positions that are in some range and in its residue class mod `dilation`."""
    dilation = min(dilation, n)  # the classes of n positions: each of one, from there on
    turns = n // dilation + 2
    first = low + (residue - low) % dilation
    last = np.maximum(high + (residue - high) % dilation, first)
    own = residue % dilation * turns
    held = last > first
    covered = _covered((own + first // dilation)[held], (own + last // dilation)[held], 0, turns * dilation)
    return np.asarray(covered.reshape(dilation, turns).T.ravel()[:n])


def _residues(named: Residue | SameResidue, x: Numbers) -> Numbers:
    block = x // named.block
    return np.asarray((block if named.segment is None else block % named.segment) % named.dilation)


def _parts(rows: Numbers, most: int) -> Iterator[Numbers]:
    return (rows[at : at + most] for at in range(0, rows.size, most))
