"""How many keys a pattern attends: closed forms over clauses, so that most lengths cost O(n)."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np
import numpy.typing as npt

from patternc.mask_ir import AtLeast, Below, Box, Not, Pattern, Residue, SameResidue, Side
from patternc.passes import Clause, clauses_of, listed
from patternc.schedule.layouts import neighbours
from patternc.schedule.listed import selection
from patternc.semantics import NOTHING, Inputs, admits, group_of, offset_value, position, selected

Counts = npt.NDArray[np.int64]
ROWS = 512
"""Rows whose neighbourhoods are held at once."""


def keys_per_row(normal: Pattern, head: int, heads: int, n: int, inputs: Inputs = NOTHING) -> Counts:
    """How many keys each query of a head attends, [n]; a key in c branches counts c times.

    `normal`: a pattern in the normal form of the passes. `inputs`: of one batch entry.
    """
    counts = np.zeros(n, np.int64)
    for branch in group_of(normal, head, heads).branches:
        for clause in clauses_of(branch.mask):
            counts += branch.multiplicity * _clause_keys(clause, head, heads, n, inputs)
    return counts


def mean_keys(normal: Pattern, heads: int, n: int, inputs: Inputs = NOTHING) -> float:
    """Mean keys a row over all heads: useful FLOPs of a forward pass are 4 * head_dim * heads * n * mean_keys."""
    return float(np.mean([keys_per_row(normal, head, heads, n, inputs).mean() for head in range(heads)]))


def _clause_keys(clause: Clause, head: int, heads: int, n: int, inputs: Inputs) -> Counts:
    q = np.arange(n, dtype=np.int64)
    taken = np.ones(n, bool)
    lattice: tuple[int, npt.NDArray[np.int64]] = (1, np.zeros(n, np.int64))
    for literal in clause:
        match literal:
            case AtLeast(Side.KEY) | Below(Side.KEY):
                pass
            case AtLeast(Side.QUERY) | Below(Side.QUERY) | Residue(Side.QUERY):
                taken &= admits(literal, head, q, q, n, heads, inputs)
            case Residue(Side.KEY, dilation, offset, None, 1) if lattice[0] == 1:
                lattice = (dilation, np.full(n, offset_value(offset, dilation, head, heads)))
            case SameResidue(dilation, None, 1) if lattice[0] == 1:
                lattice = (dilation, q % dilation)
            case _:
                return _counted(clause, head, heads, n, inputs)
    low, high = _ends(clause, q, n, inputs)
    step, first = lattice
    up_to_high, up_to_low = -((first - high) // step), -((first - low) // step)  # lattice points below each end
    return np.where(taken & (high > low), up_to_high - up_to_low, 0)


def _counted(clause: Clause, head: int, heads: int, n: int, inputs: Inputs) -> Counts:
    """By trying keys, some rows at a time: for clauses that no lattice holds."""
    parts = []
    for q, k in _candidates(clause, head, n, inputs):
        truth = np.broadcast_to(k < n, np.broadcast_shapes(q.shape, k.shape))
        for literal in clause:
            truth = truth & admits(literal, head, q, np.minimum(k, n - 1), n, heads, inputs)
        parts.append(truth.sum(axis=1))
    return np.concatenate(parts)


def _candidates(clause: Clause, head: int, n: int, inputs: Inputs) -> Iterator[tuple[Counts, Counts]]:
    """Rows [R, 1], in order, with keys [R or 1, K] that hold all that the clause admits for them, no key twice."""
    literals = listed(clause)
    if literals and isinstance(literals[0], Box):
        for start in range(0, n, ROWS):
            q = np.arange(start, min(start + ROWS, n))
            yield q[:, None], neighbours(literals[0], q)
    elif literals:
        chosen = tuple(selection(literal) for literal in literals)
        block = gcd(*(atom.block for atom in chosen))
        columns = np.arange(-(-n // block)) * block
        for start in range(0, n, block):
            held = np.ones(columns.size, bool)
            for atom, literal in zip(chosen, literals, strict=True):
                row, column, count = start // atom.block, columns // atom.block, -(-n // atom.block)
                held &= selected(atom, head, row, column, count, inputs) ^ isinstance(literal, Not)
            keys = (columns[held][:, None] + np.arange(block)).reshape(1, -1)
            yield np.arange(start, min(start + block, n))[:, None], keys
    else:
        rows = max(1, 2**22 // n)
        for start in range(0, n, rows):
            q = np.arange(start, min(start + rows, n))
            low, high = _ends(clause, q, n, inputs)
            yield q[:, None], np.arange(low.min(), max(low.min(), high.max()))[None, :]


def _ends(clause: Clause, q: Counts, n: int, inputs: Inputs) -> tuple[Counts, Counts]:
    """For each row the first key that the clause's bounds leave, and the one after the last."""
    low, high = np.zeros_like(q), np.full_like(q, n)
    for literal in clause:
        match literal:
            case AtLeast(Side.KEY, bound):
                low = np.maximum(low, position(bound, q, n, inputs))
            case Below(Side.KEY, bound):
                high = np.minimum(high, position(bound, q, n, inputs))
    return low, high
