"""The number of keys that a pattern attends to, from closed forms of its clauses where possible, in O(n)."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np
import numpy.typing as npt

from patternc.ir.mask import AtLeast, Below, Box, Not, Pattern, Residue, SameResidue, Side
from patternc.ir.semantics import NOTHING, Inputs, admits, group_of, offset_value, position, selected
from patternc.schedule.grid_layout import neighbours
from patternc.schedule.listing import selection
from patternc.transforms import Clause, clauses_of, listed

Counts = npt.NDArray[np.int64]
ROWS = 512
"""The number of rows whose neighbourhoods are in memory at a time."""


def keys_per_row(
    normal: Pattern, head: int, heads: int, n: int, inputs: Inputs = NOTHING, rows: Counts | None = None
) -> Counts:
    """The number of keys that queries of a head attend to; a key admitted by c branches counts c times.

    Args:
        normal: a pattern in the normal form of the passes.
        head: the index of the head.
        heads: the total number of heads.
        n: the length of the sequence.
        inputs: the runtime inputs of one batch entry.
        rows: the queries in ascending order; None means all n.
    """
    rows = np.arange(n, dtype=np.int64) if rows is None else rows
    counts = np.zeros(rows.size, np.int64)
    for branch in group_of(normal, head, heads).branches:
        for clause in clauses_of(branch.mask):
            count = _lattice_keys if in_closed_form(clause) else _counted
            counts += branch.multiplicity * count(clause, head, heads, n, inputs, rows)
    return counts


def mean_keys(normal: Pattern, heads: int, n: int, inputs: Inputs = NOTHING) -> float:
    """Mean keys per row over all heads: the useful FLOPs of a forward pass are 4 * head_dim * heads * n * mean_keys."""
    return float(np.mean([keys_per_row(normal, head, heads, n, inputs).mean() for head in range(heads)]))


def in_closed_form(clause: Clause) -> bool:
    """Whether a row's keys can be counted in closed form: bounds, classes of rows, and at most one class of keys."""
    classes = [one for one in clause if isinstance(one, SameResidue) or one in _key_classes(clause)]
    others = [one for one in clause if one not in classes]
    return len(classes) <= 1 and all(isinstance(one, AtLeast | Below | Residue) for one in others)


def _key_classes(clause: Clause) -> list[Residue]:
    return [one for one in clause if isinstance(one, Residue) and one.side is Side.KEY]


def _lattice_keys(clause: Clause, head: int, heads: int, n: int, inputs: Inputs, q: Counts) -> Counts:
    """Keys per row of a clause in closed form."""
    taken = np.ones(q.size, bool)
    low, high = _ends(clause, q, n, inputs)
    keys = np.maximum(high - low, 0)
    for literal in clause:
        match literal:
            case AtLeast(Side.QUERY) | Below(Side.QUERY) | Residue(Side.QUERY):
                taken &= admits(literal, head, q, q, n, heads, inputs)
            case Residue(Side.KEY, dilation, offset, segment, block):
                wanted = np.full(q.size, offset_value(offset, dilation, head, heads))
                keys = _of_class(wanted, low, high, dilation, segment, block)
            case SameResidue(dilation, segment, block):
                own = q // block if segment is None else q // block % segment
                keys = _of_class(own % dilation, low, high, dilation, segment, block)
    return np.where(taken, keys, 0)


def _of_class(wanted: Counts, low: Counts, high: Counts, dilation: int, segment: int | None, block: int) -> Counts:
    """The number of x in [low, high) with ((x // block) % segment) % dilation == wanted, where wanted < dilation."""
    below_low = _below(np.minimum(low, high), wanted, dilation, segment, block)
    return np.asarray(_below(high, wanted, dilation, segment, block) - below_low)


def _below(stop: Counts, wanted: Counts, dilation: int, segment: int | None, block: int) -> Counts:
    """The number of x in [0, stop) in the class: whole segments, whole blocks of the last one, and part of a block."""
    stop = np.maximum(stop, 0)
    if segment is None:
        segments, stop = np.zeros_like(stop), stop
    else:
        segments, stop = stop // (segment * block), stop % (segment * block)
        segments = segments * -((wanted - segment) // dilation) * block
    blocks, part = stop // block, stop % block
    whole = -((wanted - blocks) // dilation) * block
    return np.asarray(segments + whole + part * (blocks % dilation == wanted))


def _counted(clause: Clause, head: int, heads: int, n: int, inputs: Inputs, rows: Counts) -> Counts:
    """Keys per row by evaluating candidates, some rows at a time, for clauses without a closed form."""
    parts = [np.zeros(0, np.int64)]
    for q, k in _candidates(clause, head, n, inputs, rows):
        truth = np.broadcast_to(k < n, np.broadcast_shapes(q.shape, k.shape))
        for literal in clause:
            truth = truth & admits(literal, head, q, np.minimum(k, n - 1), n, heads, inputs)
        parts.append(truth.sum(axis=1))
    return np.concatenate(parts)


def _candidates(clause: Clause, head: int, n: int, inputs: Inputs, rows: Counts) -> Iterator[tuple[Counts, Counts]]:
    """Rows [R, 1] in order, with candidate keys [R or 1, K]: all that the clause may admit, without repeats."""
    literals = listed(clause)
    if literals and isinstance(literals[0], Box):
        for q in _parts(rows, ROWS):
            yield q[:, None], neighbours(literals[0], q)
    elif literals:
        chosen = tuple(selection(literal) for literal in literals)
        block = gcd(*(atom.block for atom in chosen))
        columns = np.arange(-(-n // block)) * block
        for q in np.split(rows, np.flatnonzero(np.diff(rows // block)) + 1):
            held = np.ones(columns.size, bool)
            for atom, literal in zip(chosen, literals, strict=True):
                row, column, count = int(q[0]) // atom.block, columns // atom.block, -(-n // atom.block)
                held &= selected(atom, head, row, column, count, inputs) ^ isinstance(literal, Not)
            yield q[:, None], (columns[held][:, None] + np.arange(block)).reshape(1, -1)
    else:
        for q in _parts(rows, max(1, 2**22 // n)):
            low, high = _ends(clause, q, n, inputs)
            yield q[:, None], np.arange(low.min(), max(low.min(), high.max()))[None, :]


def _parts(rows: Counts, most: int) -> Iterator[Counts]:
    return (rows[start : start + most] for start in range(0, rows.size, most))


def _ends(clause: Clause, q: Counts, n: int, inputs: Inputs) -> tuple[Counts, Counts]:
    """For each row, the half-open range of keys that the clause's bounds admit."""
    low, high = np.zeros_like(q), np.full_like(q, n)
    for literal in clause:
        match literal:
            case AtLeast(Side.KEY, bound):
                low = np.maximum(low, position(bound, q, n, inputs))
            case Below(Side.KEY, bound):
                high = np.minimum(high, position(bound, q, n, inputs))
    return low, high
