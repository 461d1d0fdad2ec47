"""Positions drawn at random: one from each of equal parts of a range, and the same ones in every run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.int64]

LEAST, FEWEST = 64, 256
"""The fewest rows that are drawn to stand for all, and the fewest pairs of each: if LEAST rows have too many."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Positions in ascending order, the index of the first one of each range, and how many each of them stands for."""

    places: Numbers
    starts: Numbers
    times: Numbers

    @property
    def sizes(self) -> Numbers:
        """The number of drawn positions of each range."""
        return np.diff(np.append(self.starts, self.places.size))


def draw(edges: Numbers, most: int, seed: int = 0) -> Drawn:
    """All positions of each range between consecutive edges, or `most` of them."""
    sizes = np.diff(edges)
    counts = np.minimum(sizes, most)
    index = counted_up(counts)
    size, count = np.repeat(sizes, counts), np.repeat(counts, counts)
    low, high = index * size // count, (index + 1) * size // count
    steps = (np.random.default_rng(seed).random(index.size) * (high - low)).astype(np.int64)
    return Drawn(np.repeat(edges[:-1], counts) + low + steps, np.cumsum(counts) - counts, high - low)


def counted_up(sizes: Numbers) -> Numbers:
    """The concatenation of 0, 1, ..., size - 1 for each size."""
    return np.asarray(np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes))


def draw_below(n: int, most: int, seed: int = 0) -> Drawn:
    """All positions below n, or `most` of them."""
    return draw(np.array([0, n], np.int64), most, seed)


def fractions(most: int) -> npt.NDArray[np.float64]:
    """Numbers from 0 to 1, one from each of `most` equal parts, for ranges of many sizes."""
    return np.asarray((np.arange(most) + np.random.default_rng(0).random(most)) / most)
