"""Whether square tiles of a mask are empty, partial or full: exactly, by dividing what intervals do not decide."""

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
from patternc.ir.mask import And, Box, Mask, Or
from patternc.ir.semantics import admits
from patternc.schedule.grid_layout import neighbours
from patternc.show.predicates import alternatives

SAMPLES = 24
"""Pairs of a tile that are tried at random: mostly they show that it is partial."""
EFFORT = 1 << 22
"""Parts of tiles that are looked at for all maps of a page, at most; tiles that would take more are called partial, and
counted."""
TRIED = 1 << 20
"""Pairs up to which all are tried."""
CELLS = 1 << 25
"""Pairs of cells and neighbours that are looked at one by one, at most."""

FAINTEST = 8
"""Of partial tiles, shares of 1 / 2 ** FAINTEST and less are drawn alike."""


class State(IntEnum):
    """What a tile holds."""

    EMPTY = 0
    PARTIAL = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class TileStates:
    """The states of the tiles of `side` x `side` pairs, [tiles, tiles]; `undecided`: tiles taken to be partial."""

    side: int
    states: npt.NDArray[np.uint8]
    undecided: int

    def text(self, density: npt.NDArray[np.float64]) -> str:
        """Lines of runs: a kind of tile with the length of the run in base 36; `=` is a line like the one before.

        Kinds are `E` for empty, `F` for full, and for partial tiles a letter from `P` on: the nearest 1 / 2 ** i to the
        share of its pairs that is admitted (`density`, [tiles, tiles]), from i = 0 to `FAINTEST` and beyond.
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
    """The states of all tiles, and the share of their pairs that is admitted, by trying each pair."""
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


def tile_states(mask: Mask, call: HeadOfCall, side: int, effort: int = EFFORT) -> TileStates:
    """The states of all tiles, of which `effort` parts are looked at; the last of a line or column may be smaller."""
    count = -(-call.n // side)
    first = np.arange(count, dtype=np.int64) * side
    last = np.minimum(first + side, call.n) - 1
    rows, columns = (one.ravel() for one in np.meshgrid(np.arange(count), np.arange(count), indexing="ij"))
    parts = Rectangles((first[rows], last[rows]), (first[columns], last[columns]))
    holds, lacks = _tried(mask, parts, call)
    rest = []
    for one in alternatives(mask):
        pairs = _near(one, call)
        if pairs is None:
            rest.append(one)
        else:
            holds[pairs[0] // side * count + pairs[1] // side] = True
    undecided = _search(Or(tuple(rest)), parts, call, holds, effort, wanted=True)
    lacks |= ~holds
    undecided |= _search(mask, parts, call, lacks, effort, wanted=False)
    states = np.where(holds & lacks, State.PARTIAL, np.where(holds, State.FULL, State.EMPTY))
    states[undecided] = State.PARTIAL
    return TileStates(side, states.astype(np.uint8).reshape(count, count), int(undecided.sum()))


def _tried(mask: Mask, parts: Rectangles, call: HeadOfCall) -> tuple[Truths, Truths]:
    """Of which tiles a pair that is tried is admitted, and of which one is not."""
    truth = _drawn(mask, parts, call, SAMPLES)
    return np.asarray(truth.any(axis=1)), np.asarray(~truth.all(axis=1))


def _drawn(mask: Mask, parts: Rectangles, call: HeadOfCall, times: int) -> Truths:
    """Whether pairs drawn at random from each rectangle are admitted, [R, times]."""
    draws = np.random.default_rng(0).random((2, parts.keys[0].size, times))
    q, k = (
        (ends[0][:, None] + draw * (ends[1] - ends[0] + 1)[:, None]).astype(np.int64)
        for draw, ends in zip(draws, (parts.queries, parts.keys), strict=True)
    )
    return np.broadcast_to(admits(mask, call.head, q, k, call.n, call.heads, call.inputs), q.shape)


def _near(mask: Mask, call: HeadOfCall) -> tuple[Numbers, Numbers] | None:
    """The admitted pairs of a mask that a neighbourhood limits, if they are few enough to look at."""
    operands = mask.masks if isinstance(mask, And) else (mask,)
    boxes = [one for one in operands if isinstance(one, Box)]
    if not boxes or call.n * prod(boxes[0].extents) > CELLS:
        return None
    keys = neighbours(boxes[0], np.arange(call.n))
    q, k = np.broadcast_arrays(np.arange(call.n)[:, None], keys)
    truth = np.broadcast_to(admits(mask, call.head, q, k, call.n, call.heads, call.inputs), q.shape)
    return q[truth], k[truth]


def _search(mask: Mask, parts: Rectangles, call: HeadOfCall, found: Truths, effort: int, *, wanted: bool) -> Truths:
    """Complete of which tiles some pair is admitted (`wanted`) or is not, by quarters; returns which stay undecided."""
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
    """Two parts of each interval; the second of a single position is empty."""
    middle = (first + last) // 2
    return (first, middle), (middle + 1, last)
