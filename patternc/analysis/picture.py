"""The mask as a picture of counts: a pixel counts the pairs that it covers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from patternc.analysis.work import in_closed_form, keys_per_row
from patternc.ir import semantics
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Branch,
    Combine,
    Constant,
    HeadGroup,
    HeadRange,
    Mask,
    Or,
    Pattern,
    Side,
)
from patternc.ir.semantics import Inputs
from patternc.transforms import PASSES, Clause, clauses_of

TRIED = 1 << 24  # up to this many pairs, every pair is evaluated
CLOSED = 1 << 20  # most rows at which closed forms are evaluated, for a picture and at a time
SAMPLED = 1 << 27  # most pairs evaluated otherwise, in rows drawn at random
LEAST_ROWS = 128  # fewest rows drawn, even if that evaluates more pairs

Edges: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over all rows. `error`: its standard error if only rows drawn at random were counted, otherwise 0."""

    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of the mask: query rows and key columns, both consecutive and not empty."""

    rows: range
    columns: range

    def edges(self, size: int) -> tuple[Edges, Edges]:
        """Where the pixels of a picture begin and end, at most `size` a side: one pixel per pair if they fit.

        Otherwise a square has the largest power of two of them, and any other rectangle pixels of equal size.
        """
        longest = max(len(self.rows), len(self.columns))
        if longest > size and len(self.rows) == len(self.columns):
            pixels = 1 << (size.bit_length() - 1)
            rows, columns = (
                np.linspace(x.start, x.stop, pixels + 1).astype(np.int64) for x in (self.rows, self.columns)
            )
            return rows, columns
        step = -(-longest // size)
        rows, columns = (np.array([*x[::step], x.stop], np.int64) for x in (self.rows, self.columns))
        return rows, columns


def _evenly(side: range, pixels: int) -> Edges:
    return np.linspace(side.start, side.stop, pixels + 1).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of admitted pairs of each pixel for each branch of a head, and the mean number of keys per row.

    `admitted` [branches, lines, columns]: pairs counted with their multiplicity; `area` [lines, columns]: pairs
    evaluated. `rows`: how many of the region's query rows were counted; all of them unless that would take too long.
    `keys`: the mean of each branch over the region's rows, of the keys in its columns; `together`: of all branches.
    """

    n: int
    region: Region
    rows: int
    branches: tuple[Branch, ...]
    admitted: NDArray[np.int64]
    area: NDArray[np.int64]
    keys: tuple[Mean, ...]
    together: Mean

    @property
    def density(self) -> NDArray[np.float64]:
        """Admitted over evaluated pairs of each branch and pixel, [branches, lines, columns]."""
        return np.asarray(self.admitted / self.area)

    @property
    def exact(self) -> bool:
        """Whether a pixel is a pair."""
        return self.admitted.shape[1:] == (len(self.region.rows), len(self.region.columns))


@dataclass(frozen=True, slots=True)
class _Lines:
    """The counted rows in ascending order, and the index among them at which each line of pixels begins."""

    rows: Edges
    starts: Edges

    def areas(self, edges: Edges) -> Edges:
        counts = np.diff(np.append(self.starts, self.rows.size))
        return np.outer(counts, np.diff(edges))


def count(
    pattern: Pattern,
    head: int,
    heads: int,
    n: int,
    size: int,
    inputs: Inputs = semantics.NOTHING,
    region: Region | None = None,
) -> Counts:
    """Count the pairs of a picture of at most `size` pixels a side, of the whole mask or a region of it.

    `inputs`: the runtime inputs of one batch entry.
    """
    part = Region(range(n), range(n)) if region is None else region
    rows, edges = part.edges(size)
    down = rows.size - 1
    branches = semantics.group_of(pattern, head, heads).branches
    normals = tuple(_normal(branch) for branch in branches)
    closed = tuple(all(in_closed_form(clause) for clause in _clauses(one)) for one in normals)
    pairs = len(part.rows) * len(part.columns)
    if pairs > TRIED and all(closed):
        lines = _lines(rows, n if len(part.rows) <= CLOSED else CLOSED // down)
        admitted = np.stack([_count_closed(one, head, heads, n, edges, lines, inputs) for one in normals])
    else:
        most = max(-(-LEAST_ROWS // down), SAMPLED // len(part.columns) // down)
        lines = _lines(rows, n if pairs <= TRIED else most)
        admitted = _count_tried(pattern, head, heads, n, edges, lines, inputs)
    if lines.rows.size == len(part.rows):
        sums = [float(one.sum()) / len(part.rows) for one in admitted]
        keys, together = tuple(Mean(one) for one in sums), Mean(sum(sums))
    else:
        within = tuple(_within(one, part.columns, n) for one in normals)
        keys, together = _means(within, closed, head, heads, n, part.rows, lines.rows, inputs)
    area = lines.areas(edges)
    return Counts(n, part, lines.rows.size, branches, admitted, area, keys, together)


def _lines(edges: Edges, most: int) -> _Lines:
    """All rows of each line of pixels, or `most` of them drawn at random, so that no period is favoured."""
    draws = np.random.default_rng(0)
    parts = [
        np.arange(start, stop) if stop - start <= most else np.unique(draws.integers(start, stop, most))
        for start, stop in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    ]
    return _Lines(np.concatenate(parts), np.cumsum([0, *(part.size for part in parts[:-1])]))


def _means(
    normals: tuple[Pattern, ...],
    closed: tuple[bool, ...],
    head: int,
    heads: int,
    n: int,
    rows: range,
    some: Edges,
    inputs: Inputs,
) -> tuple[tuple[Mean, ...], Mean]:
    """Mean keys per row of each branch and of all; of all rows for closed forms, otherwise of some drawn ones."""
    keys, drawn, together = [], np.zeros(some.size, np.int64), 0.0
    for normal, exact in zip(normals, closed, strict=True):
        if exact:
            keys.append(Mean(_total(normal, head, heads, n, rows, inputs) / len(rows)))
        else:
            found = keys_per_row(normal, head, heads, n, inputs, some)
            drawn += found
            keys.append(_estimate(found, len(rows)))
        together += keys[-1].value
    return tuple(keys), Mean(together, _estimate(drawn, len(rows)).error)


def _total(normal: Pattern, head: int, heads: int, n: int, rows: range, inputs: Inputs) -> int:
    parts = (rows[start : start + CLOSED] for start in range(0, len(rows), CLOSED))
    found = (keys_per_row(normal, head, heads, n, inputs, np.arange(part.start, part.stop)) for part in parts)
    return sum(int(one.sum()) for one in found)


def _estimate(found: Edges, rows: int) -> Mean:
    error = float(found.std(ddof=1)) * sqrt((1 - found.size / rows) / found.size) if found.size > 1 else inf
    return Mean(float(found.mean()), error)


def _count_tried(pattern: Pattern, head: int, heads: int, n: int, edges: Edges, lines: _Lines, inputs: Inputs) -> Edges:
    """Pairs per branch and pixel [branches, lines, columns], by evaluating every key of the rows."""
    branches = semantics.group_of(pattern, head, heads).branches
    admitted = np.zeros((len(branches), len(lines.starts), len(edges) - 1), dtype=np.int64)
    keys = np.arange(edges[0], edges[-1], dtype=np.int64)[None, :]
    for y, queries in enumerate(np.split(lines.rows, lines.starts[1:])):
        counts = semantics.multiplicities(pattern, head, queries[:, None], keys, n, heads, inputs)
        for b, found in enumerate(counts):
            columns = np.broadcast_to(found, (len(queries), keys.size)).sum(axis=0, dtype=np.int64)
            admitted[b, y] = np.add.reduceat(columns, edges[:-1] - edges[0])
    return admitted


def _count_closed(normal: Pattern, head: int, heads: int, n: int, edges: Edges, lines: _Lines, inputs: Inputs) -> Edges:
    """Pairs per pixel [lines, columns], from the number of keys below each pixel edge in closed form."""
    below = []
    for edge in edges:
        found = keys_per_row(_limited(normal, Below(Side.KEY, Constant(int(edge)))), head, heads, n, inputs, lines.rows)
        below.append(np.add.reduceat(found, lines.starts))
    totals = np.stack(below, axis=1)
    return np.asarray(totals[:, 1:] - totals[:, :-1])


def _normal(branch: Branch) -> Pattern:
    """A branch alone, in the normal form of the passes."""
    pattern = Pattern("branch", (HeadGroup(HeadRange(0, None), (branch,), Combine.LSE),))
    for stage in PASSES:
        pattern = stage.run(pattern)
    return pattern


def _clauses(normal: Pattern) -> tuple[Clause, ...]:
    return tuple(clause for group in normal.groups for branch in group.branches for clause in clauses_of(branch.mask))


def _within(normal: Pattern, columns: range, n: int) -> Pattern:
    """The pattern restricted to some keys."""
    if columns == range(n):
        return normal
    return _limited(normal, AtLeast(Side.KEY, Constant(columns.start)), Below(Side.KEY, Constant(columns.stop)))


def _limited(normal: Pattern, *limits: Mask) -> Pattern:
    """The pattern with further conditions on every clause."""
    (group,) = normal.groups
    branches = tuple(
        replace(branch, mask=Or(tuple(And((*clause, *limits)) for clause in clauses_of(branch.mask))))
        for branch in group.branches
    )
    return replace(normal, groups=(replace(group, branches=branches),))
