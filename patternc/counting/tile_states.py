"""Whether square tiles of a mask are empty, partial or full, and which share of their pairs is admitted.

States are exact: of tiles whose share is not counted exactly, by dividing them until bounds decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

import numpy as np
import numpy.typing as npt

from patternc.counting.effort import BLOCKS, most_pairs, pair_effort
from patternc.counting.head_of_call import HeadOfCall, Numbers, Truths
from patternc.counting.pair_bounds import Rectangles, pair_bounds
from patternc.counting.square_shares import square_shares
from patternc.ir.mask import Mask

FAINTEST = 8
"""Partial tiles with a share of 1 / 2 ** FAINTEST or less are drawn in the same shade."""


class State(IntEnum):
    """The state of a tile."""

    EMPTY = 0
    PARTIAL = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class TileStates:
    """The states of tiles of `side` x `side` pairs, and the admitted shares of partial ones; both [tiles, tiles].

    `undecided`: how many tiles are assumed to be partial. `drawn`: of how many of the others that are partial the share
    is that of pairs in rows and columns drawn at random; all other shares are exact.
    """

    side: int
    states: npt.NDArray[np.uint8]
    shares: npt.NDArray[np.float64]
    undecided: int = 0
    drawn: int = 0

    def text(self) -> str:
        """Run-length encoded lines: a letter for the kind of tile and the length in base 36; `=` repeats the last line.

        The kinds are `E` for empty, `F` for full, and for partial tiles the i-th letter from `P` on, where 1 / 2 ** i
        is nearest to the share of the tile's pairs that is admitted, up to FAINTEST.
        """
        level = np.clip(np.rint(-np.log2(np.maximum(self.shares, 2.0**-FAINTEST))), 0, FAINTEST).astype(np.int64)
        kinds = np.where(self.states == State.PARTIAL, ord("P") + level, np.array([ord("E"), 0, ord("F")])[self.states])
        again = (kinds[1:] == kinds[:-1]).all(axis=1).tolist()
        return ";".join("=" if same else _runs(line) for line, same in zip(kinds, (False, *again), strict=True))


def _runs(line: Numbers) -> str:
    """The letters of a line and how many there are of each, one after the other."""
    starts = np.flatnonzero(np.diff(line, prepend=-1))
    lengths = np.diff(starts, append=line.size).tolist()
    return "".join(f"{chr(kind)}{_digits(run)}" for kind, run in zip(line[starts].tolist(), lengths, strict=True))


@cache
def _digits(number: int) -> str:
    return np.base_repr(number, 36).lower()


def all_tried(mask: Mask, call: HeadOfCall, side: int) -> TileStates:
    """The states of all tiles by evaluating every pair."""
    places = np.arange(call.n)
    held, starts = call.admits(mask, places[:, None], places), places[::side]
    for axis in (0, 1):
        held = np.add.reduceat(held, starts, axis=axis, dtype=np.int64)
    sizes = np.diff(np.append(starts, call.n))
    area = np.outer(sizes, sizes)
    states = np.where(held == 0, State.EMPTY, np.where(held == area, State.FULL, State.PARTIAL))
    return TileStates(side, states.astype(np.uint8), held / area)


def tile_states(mask: Mask, call: HeadOfCall, side: int, shared: int = 1) -> TileStates:
    """The states of all tiles. The last tile of a side may be smaller.

    `shared`: how many maps share the effort, of which masks whose pairs take long get less.
    """
    edges = np.append(np.arange(0, call.n, side, dtype=np.int64), call.n)
    count = edges.size - 1
    rows, columns = (one.ravel() for one in np.meshgrid(np.arange(count), np.arange(count), indexing="ij"))
    parts = Rectangles((edges[rows], edges[rows + 1] - 1), (edges[columns], edges[columns + 1] - 1))
    possible, certain = pair_bounds(mask, parts, call)
    open_ = possible & ~certain
    shares = square_shares(mask, call, edges, shared, open_.reshape(count, count))
    values, drawn = shares.values.ravel(), open_ & ~shares.exact.ravel()
    holds, lacks = certain | open_ & (values > 0), ~possible | open_ & (values < 1)
    left = np.flatnonzero(drawn & ~(holds & lacks))
    holds[left], lacks[left], undecided = _searched(mask, parts.chosen(left), call, holds[left], lacks[left], shared)
    states = np.where(holds & lacks, State.PARTIAL, np.where(holds, State.FULL, State.EMPTY))
    states[left[undecided]] = State.PARTIAL
    drawn[left[undecided]] = False
    return TileStates(
        side,
        states.astype(np.uint8).reshape(count, count),
        shares.values,
        int(undecided.sum()),
        int((drawn & (states == State.PARTIAL)).sum()),
    )


def _searched(
    mask: Mask, parts: Rectangles, call: HeadOfCall, holds: Truths, lacks: Truths, shared: int
) -> tuple[Truths, Truths, Truths]:
    """Whether each tile has an admitted pair, and one that is not; and whether either takes too long to find.

    `holds`, `lacks`: whether such pairs are known.
    """
    effort = most_pairs(pair_effort(mask), shared) // BLOCKS
    holds, lacks = holds.copy(), lacks.copy()
    undecided = _search(mask, parts, call, holds, effort, wanted=True)
    lacks |= ~holds
    undecided |= _search(mask, parts, call, lacks, effort, wanted=False)
    return holds, lacks, undecided


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
    return call.admits(mask, q, k)


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
