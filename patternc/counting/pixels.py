"""The mask as a picture: each pixel counts the admitted pairs that it covers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from patternc.counting.effort import AT_ONCE, EFFORT, PICTURE, most_pairs, pair_effort
from patternc.counting.head_of_call import HeadOfCall
from patternc.counting.row_counts import row_counts
from patternc.counting.row_keys import in_closed_form, keys_below
from patternc.counting.sample import Drawn, counted_up, draw
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
        """The edges of the pixels along both sides, at most `size` pixels per side: one pixel per pair if they fit.

        Otherwise a square region gets a power of two of pixels per side, and any other region pixels of equal size.
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


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of admitted pairs of each pixel for each branch of a head, and the mean number of keys per row.

    `admitted` [branches, lines, columns]: pairs counted with their multiplicity. `area` [lines, columns]: pairs
    evaluated. `rows`: how many query rows of the region were counted: all of them unless that takes too long.
    `keys`: for each branch the mean number of keys per row within the region; `together`: the same for all branches.
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
        """Admitted pairs over evaluated pairs, [branches, lines, columns]."""
        return np.asarray(self.admitted / self.area)

    @property
    def exact(self) -> bool:
        """Whether every pixel is a single pair."""
        return self.admitted.shape[1:] == (len(self.region.rows), len(self.region.columns))


def count(
    pattern: Pattern,
    head: int,
    heads: int,
    n: int,
    size: int,
    inputs: Inputs = semantics.NOTHING,
    region: Region | None = None,
) -> Counts:
    """Count the pairs of a picture with at most `size` pixels per side, of the whole mask or a region of it.

    `inputs`: the runtime inputs of one batch entry.
    """
    part = Region(range(n), range(n)) if region is None else region
    rows, edges = part.edges(size)
    down, call = rows.size - 1, HeadOfCall(head, heads, n, inputs)
    branches = semantics.group_of(pattern, head, heads).branches
    normals = tuple(normal_form(branch) for branch in branches)
    closed = tuple(all(in_closed_form(clause) for clause in clauses_in(one)) for one in normals)
    pairs = len(part.rows) * len(part.columns)
    effort = sum(pair_effort(branch.mask) for branch in branches)
    tried, few = pairs <= min(EFFORT, 2 * PICTURE * most_pairs(effort)), len(part.columns)
    if not tried and all(closed):
        most = most_in_closed_form([clause for one in normals for clause in clauses_in(one)])
        lines = draw(rows, max(1, most // edges.size // down))
        admitted = np.stack([count_in_closed_form(one, call, edges, lines) for one in normals])
        seen, drawn = np.outer(lines.sizes, np.diff(edges)), np.zeros((len(branches), lines.places.size))
    else:
        most = PICTURE * most_pairs(effort)
        # At least 128 rows are drawn; if these have too many keys, columns are drawn too.
        lines = draw(rows, n if tried else max(-(-128 // down), most // few // down))
        few = n if tried else max(1, most // lines.places.size // (edges.size - 1))
        admitted, seen, drawn = _count_tried(pattern, call, edges, lines, few)
    if seen.sum() == pairs:
        sums = [float(one.sum()) / len(part.rows) for one in admitted]
        keys, together = tuple(Mean(one) for one in sums), Mean(sum(sums))
    else:
        within = tuple(_within(one, part, n) if exact else None for one, exact in zip(normals, closed, strict=True))
        keys, together = _means(within, drawn, call, len(part.rows))
    return Counts(n, part, lines.places.size, branches, admitted, seen, keys, together)


def _means(
    within: tuple[Pattern | None, ...], drawn: NDArray[np.float64], call: HeadOfCall, rows: int
) -> tuple[tuple[Mean, ...], Mean]:
    """The mean number of keys per row, of each branch and of all branches.

    `within`: each branch restricted to the region, in normal form, to count all rows; None for a branch without a
    closed form, whose mean is estimated from `drawn` [branches, rows], the keys of rows drawn at random.
    """
    keys, others, together = [], np.zeros(drawn.shape[1]), 0.0
    for normal, found in zip(within, drawn, strict=True):
        if normal is not None:
            keys.append(Mean(row_counts(normal, call.head, call.heads, call.n, call.inputs).mean * call.n / rows))
        else:
            others += found
            keys.append(_estimate(found, rows))
        together += keys[-1].value
    return tuple(keys), Mean(together, _estimate(others, rows).error)


def _estimate(found: NDArray[np.float64], rows: int) -> Mean:
    error = float(found.std(ddof=1)) * sqrt(max(0, 1 - found.size / rows) / found.size) if found.size > 1 else inf
    return Mean(float(found.mean()), error)


def _count_tried(
    pattern: Pattern, call: HeadOfCall, edges: Edges, lines: Drawn, few: int
) -> tuple[Edges, Edges, NDArray[np.float64]]:
    """Admitted pairs per pixel [branches, lines, columns], counted by evaluating at most `few` columns of each pixel.

    Also the evaluated pairs [lines, columns], and the approximate number of keys of each row [branches, rows].
    """
    branches = semantics.group_of(pattern, call.head, call.heads).branches
    admitted = np.zeros((len(branches), len(lines.starts), len(edges) - 1), dtype=np.int64)
    sizes, columns = lines.sizes, draw(edges, few)
    of_rows = np.zeros((len(branches), lines.places.size))
    for part in _alike(sizes, columns.places.size * len(branches)):
        own = np.arange(lines.starts[part.start], lines.starts[part.start] + len(part) * sizes[part.start])
        queries = lines.places[own].reshape(len(part), -1, 1)
        keys = np.stack([draw(edges, few, y).places for y in part])[:, None, :]
        counts = semantics.multiplicities(pattern, call.head, queries, keys, call.n, call.heads, call.inputs)
        for b, found in enumerate(counts):
            wide = np.broadcast_to(found, np.broadcast_shapes(queries.shape, keys.shape))
            of_pixels = np.add.reduceat(wide, columns.starts, axis=2, dtype=np.int64)
            admitted[b, part.start : part.stop] = of_pixels.sum(axis=1)
            of_rows[b, own] = (of_pixels @ (np.diff(edges) / columns.sizes)).ravel()
    return admitted, np.outer(sizes, columns.sizes), of_rows


def _alike(sizes: Edges, columns: int) -> Iterator[range]:
    """Consecutive lines with equally many rows, several at a time: AT_ONCE pairs, or one line that has more."""
    start = 0
    while start < sizes.size:
        stop, most = start + 1, max(1, AT_ONCE // max(1, int(sizes[start]) * columns))
        while stop < sizes.size and stop - start < most and sizes[stop] == sizes[start]:
            stop += 1
        yield range(start, stop)
        start = stop


def count_in_closed_form(
    normal: Pattern, call: HeadOfCall, edges: Edges, lines: Drawn, wanted: NDArray[np.bool_] | None = None
) -> Edges:
    """Admitted pairs per pixel [lines, columns], from closed forms for the number of keys below each pixel edge.

    `wanted`: the pixels that are needed, [lines, columns]; others hold any number. None: all.
    """
    below = np.zeros((lines.starts.size, edges.size), np.int64)
    needed = np.ones(below.shape, bool) if wanted is None else beside(wanted)
    every, places = np.nonzero(needed)
    done = np.cumsum(lines.sizes[every])
    for part in np.split(np.arange(every.size), np.flatnonzero(np.diff(done // AT_ONCE)) + 1):
        own, sizes = every[part], lines.sizes[every[part]]
        rows = lines.places[np.repeat(lines.starts[own], sizes) + counted_up(sizes)]
        found = keys_below(normal, call, rows, np.repeat(edges[places[part]], sizes))
        below[own, places[part]] = np.add.reduceat(found, np.cumsum(sizes) - sizes)
    return np.diff(below)


def beside(wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The edges of columns beside some of the pixels, [lines, columns + 1]."""
    none = np.zeros((wanted.shape[0], 1), bool)
    return np.asarray(np.hstack((wanted, none)) | np.hstack((none, wanted)))


def most_in_closed_form(clauses: Sequence[Clause]) -> int:
    """The numbers of rows and columns of pixels for which the clauses are evaluated."""
    literals = sum(1 + len(clause) for clause in clauses)
    # Nanoseconds of a literal of a clause in closed form, for a row and a column of pixels.
    return PICTURE * most_pairs(10 * literals)


@lru_cache(maxsize=1 << 8)  # the heads of a page have the same branches
def normal_form(branch: Branch) -> Pattern:
    """A pattern with a single branch, in the normal form of the passes."""
    pattern = Pattern("branch", (HeadGroup(HeadRange(0, None), (branch,), Combine.LSE),))
    for stage in PASSES:
        pattern = stage.run(pattern)
    return pattern


def clauses_in(normal: Pattern) -> tuple[Clause, ...]:
    return tuple(clause for group in normal.groups for branch in group.branches for clause in clauses_of(branch.mask))


def _within(normal: Pattern, part: Region, n: int) -> Pattern:
    """The pattern restricted to the rows and columns of a region."""
    sides = ((Side.QUERY, part.rows), (Side.KEY, part.columns))
    limits = [
        limit(side, Constant(end))
        for side, own in sides
        if own != range(n)
        for limit, end in ((AtLeast, own.start), (Below, own.stop))
    ]
    return _limited(normal, *limits)


def _limited(normal: Pattern, *limits: Mask) -> Pattern:
    """The pattern with further conditions on every clause."""
    (group,) = normal.groups
    branches = tuple(
        replace(branch, mask=Or(tuple(And((*clause, *limits)) for clause in clauses_of(branch.mask))))
        for branch in group.branches
    )
    return replace(normal, groups=(replace(group, branches=branches),))
