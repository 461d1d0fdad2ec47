"""Whether square tiles of a mask are empty, partial or full: exactly, by dividing tiles that bounds do not decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import groupby
from math import prod

import numpy as np
import numpy.typing as npt

from patternc.analysis.pair_bounds import HeadOfCall, Numbers, Rectangles, Truths, pair_bounds
from patternc.analysis.pair_effort import pair_effort
from patternc.ir.mask import And, Box, Mask, Or
from patternc.ir.semantics import admits
from patternc.pictures.predicates import alternatives
from patternc.schedule.grid_layout import neighbours

SAMPLES, DRAWN = 24, 1 << 28
"""The number of random pairs evaluated per tile: mostly they show that it is partial; fewer if those of all maps of a
page take more than DRAWN nanoseconds."""
QUICK = 16
"""Nanoseconds of a pair in masks of which as many parts are examined as a page may."""
EFFORT = 1 << 22
"""The most parts of tiles examined for all maps of a page; tiles that need more are taken to be partial, and counted as
undecided."""
TRIED = 1 << 20
"""Up to this many pairs, every pair is evaluated."""
CELLS = 1 << 25
"""The most pairs of a cell and a neighbour that are evaluated one by one."""
TOGETHER = 1 << 20
"""The most of these pairs that are held in memory."""

FAINTEST = 8
"""Partial tiles with a share of 1 / 2 ** FAINTEST or less are drawn in the same shade."""


class State(IntEnum):
    """The state of a tile."""

    EMPTY = 0
    PARTIAL = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class TileStates:
    """The states of tiles of `side` x `side` pairs [tiles, tiles]; `undecided`: how many are assumed to be partial."""

    side: int
    states: npt.NDArray[np.uint8]
    undecided: int

    def text(self, density: npt.NDArray[np.float64]) -> str:
        """Run-length encoded lines: a letter for the kind of tile and the length in base 36; `=` repeats the last line.

        The kinds are `E` for empty, `F` for full, and for partial tiles the i-th letter from `P` on, where 1 / 2 ** i
        is nearest to the share of the tile's pairs that is admitted (`density`, [tiles, tiles]), up to FAINTEST.
        """
        level = np.clip(np.rint(-np.log2(np.maximum(density, 2.0**-FAINTEST))), 0, FAINTEST).astype(np.int64)
        kinds = np.where(self.states == State.PARTIAL, ord("P") + level, np.array([ord("E"), 0, ord("F")])[self.states])
        lines = ["".join(f"{chr(one)}{_base36(run)}" for one, run in groupby(line)) for line in kinds.tolist()]
        return ";".join("=" if at and line == lines[at - 1] else line for at, line in enumerate(lines))


def _base36(run: Iterator[int]) -> str:
    """The length of a run."""
    return _digits(sum(1 for _ in run))


@cache
def _digits(number: int) -> str:
    return np.base_repr(number, 36).lower()


def all_tried(mask: Mask, call: HeadOfCall, side: int) -> tuple[TileStates, npt.NDArray[np.float64]]:
    """The states of all tiles, and the admitted share of their pairs, by evaluating every pair."""
    places = np.arange(call.n)
    truth = admits(mask, call.head, places[:, None], places, call.n, call.heads, call.inputs)
    starts = places[::side]
    held = np.broadcast_to(truth, (call.n, call.n))
    for axis in (0, 1):
        held = np.add.reduceat(held, starts, axis=axis, dtype=np.int64)
    sizes = np.diff(np.append(starts, call.n))
    area = np.outer(sizes, sizes)
    states = np.where(held == 0, State.EMPTY, np.where(held == area, State.FULL, State.PARTIAL))
    return TileStates(side, states.astype(np.uint8), 0), held / area


def tile_states(mask: Mask, call: HeadOfCall, side: int, shared: int = 1) -> TileStates:
    """The states of all tiles. The last tile of a side may be smaller.

    `shared`: how many maps share the effort, of which masks whose pairs take long get less.
    """
    count = -(-call.n // side)
    first = np.arange(count, dtype=np.int64) * side
    last = np.minimum(first + side, call.n) - 1
    rows, columns = (one.ravel() for one in np.meshgrid(np.arange(count), np.arange(count), indexing="ij"))
    parts = Rectangles((first[rows], last[rows]), (first[columns], last[columns]))
    possible, certain = pair_bounds(mask, parts, call)
    holds, lacks = certain.copy(), ~possible
    open_ = np.flatnonzero(possible & ~certain)
    slow = pair_effort(mask)
    effort = EFFORT // shared // max(1, slow // QUICK)
    if open_.size:
        times = min(SAMPLES, max(2, DRAWN // (shared * slow * open_.size)))
        holds[open_], lacks[open_] = _tried(mask, parts.chosen(open_), call, times)
    rest = []
    for one in alternatives(mask):
        near = _near(one, call, side, count)
        if near is None:
            rest.append(one)
        else:
            holds |= near
    undecided = _search(Or(tuple(rest)), parts, call, holds, effort, wanted=True)
    lacks |= ~holds
    undecided |= _search(mask, parts, call, lacks, effort, wanted=False)
    states = np.where(holds & lacks, State.PARTIAL, np.where(holds, State.FULL, State.EMPTY))
    states[undecided] = State.PARTIAL
    return TileStates(side, states.astype(np.uint8).reshape(count, count), int(undecided.sum()))


def _tried(mask: Mask, parts: Rectangles, call: HeadOfCall, times: int) -> tuple[Truths, Truths]:
    """Which tiles have an admitted pair among some random ones, and which have one that is not admitted."""
    truth = _drawn(mask, parts, call, times)
    return np.asarray(truth.any(axis=1)), np.asarray(~truth.all(axis=1))


def _drawn(mask: Mask, parts: Rectangles, call: HeadOfCall, times: int) -> Truths:
    """Whether pairs drawn at random from each rectangle are admitted, [R, times].

    Rectangles whose queries begin together share the draws of queries: each may take the ranks of a row of blocks.
    """
    random = np.random.default_rng(0)
    begins, row = np.unique(parts.queries[0], return_inverse=True)
    draws = random.random((begins.size, times))[row], random.random((row.size, times))
    q, k = (
        (ends[0][:, None] + draw * (ends[1] - ends[0] + 1)[:, None]).astype(np.int64)
        for draw, ends in zip(draws, (parts.queries, parts.keys), strict=True)
    )
    return np.broadcast_to(admits(mask, call.head, q, k, call.n, call.heads, call.inputs), q.shape)


def _near(mask: Mask, call: HeadOfCall, side: int, count: int) -> Truths | None:
    """Which tiles have an admitted pair of a mask that is limited to a box; None if these are too many to enumerate."""
    operands = mask.masks if isinstance(mask, And) else (mask,)
    boxes = [one for one in operands if isinstance(one, Box)]
    if not boxes or call.n * prod(boxes[0].extents) > CELLS:
        return None
    found, rows = np.zeros(count * count, bool), max(1, TOGETHER // prod(boxes[0].extents))
    for start in range(0, call.n, rows):
        q = np.arange(start, min(start + rows, call.n))
        keys = neighbours(boxes[0], q)
        truth = admits(mask, call.head, q[:, None], keys, call.n, call.heads, call.inputs)
        tiles = q[:, None] // side * count + keys // side
        found[tiles[np.broadcast_to(truth, keys.shape)]] = True
    return found


def _search(mask: Mask, parts: Rectangles, call: HeadOfCall, found: Truths, effort: int, *, wanted: bool) -> Truths:
    """Set `found` for tiles with a pair that is admitted (`wanted`) or is not, by quartering; returns the undecided."""
    owners = np.flatnonzero(~found)
    parts, spent = parts.chosen(owners), 0
    while owners.size:
        possible, certain = pair_bounds(mask, parts, call)
        may, must = (possible, certain) if wanted else (~certain, ~possible)
        found[owners[must]] = True
        kept = may & ~must & ~found[owners]
        parts, owners = parts.chosen(kept), owners[kept]
        found[owners[(_drawn(mask, parts, call, 2) == wanted).any(axis=1)]] = True
        kept = ~found[owners]
        parts, owners = parts.chosen(kept), owners[kept]
        spent += 4 * owners.size
        if spent > effort:
            return np.isin(np.arange(found.size), owners)
        parts, owners = _quarters(parts, owners)
    return np.zeros(found.size, bool)


def _quarters(parts: Rectangles, owners: Numbers) -> tuple[Rectangles, Numbers]:
    halves = [_halves(*ends) for ends in (parts.queries, parts.keys)]
    found = [(q, k) for q in halves[0] for k in halves[1]]
    queries, keys = (tuple(np.concatenate([pair[side][end] for pair in found]) for end in (0, 1)) for side in (0, 1))
    every = Rectangles((queries[0], queries[1]), (keys[0], keys[1]))
    kept = (every.queries[0] <= every.queries[1]) & (every.keys[0] <= every.keys[1])
    return every.chosen(kept), np.tile(owners, 4)[kept]


def _halves(first: Numbers, last: Numbers) -> tuple[tuple[Numbers, Numbers], tuple[Numbers, Numbers]]:
    """The two halves of each interval; the second half of a single position is empty."""
    middle = (first + last) // 2
    return (first, middle), (middle + 1, last)
