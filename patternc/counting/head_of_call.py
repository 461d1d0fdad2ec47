"""A head of a call, whose masks are counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.facts import block_sizes
from patternc.ir.mask import Bound, Mask, Selection
from patternc.ir.semantics import Inputs, admits, position, selected

Numbers: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]
Sums: TypeAlias = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class HeadOfCall:
    """A head of `heads` in a call of n positions, with the runtime inputs of one batch entry.

    `counts`: for each selection, the two-dimensional cumulative sums of its chosen blocks.
    """

    head: int
    heads: int
    n: int
    inputs: Inputs
    counts: dict[Selection, Sums] = field(default_factory=dict)

    def admits(self, mask: Mask, q: Numbers, k: Numbers) -> Truths:
        """Which pairs of positions a mask admits, broadcast."""
        truth = admits(mask, self.head, q, k, self.n, self.heads, self.inputs)
        return np.broadcast_to(truth, np.broadcast_shapes(q.shape, k.shape))

    def admits_up_to_end(self, mask: Mask, q: Numbers, k: Numbers) -> Truths:
        """The same, where some keys are behind the last position."""
        return np.asarray((k < self.n) & self.admits(mask, q, np.minimum(k, self.n - 1)))

    def bound(self, bound: Bound, x: Numbers) -> Numbers:
        """The position of a bound where the other side is at x."""
        return np.asarray(position(bound, x, self.n, self.inputs))

    def low(self, bounds: Iterable[Bound], x: Numbers) -> Numbers:
        """The first position that lower bounds admit where the other side is at x."""
        return reduce(np.maximum, (self.bound(bound, x) for bound in bounds), np.zeros_like(x))

    def high(self, bounds: Iterable[Bound], x: Numbers) -> Numbers:
        """The position after the last one that upper bounds admit where the other side is at x."""
        return reduce(np.minimum, (self.bound(bound, x) for bound in bounds), np.full_like(x, self.n))

    def chosen(self, selection: Selection) -> Sums:
        """The number of chosen blocks before each row and column, [rows + 1, columns + 1]."""
        if selection not in self.counts:
            rows, columns = (np.arange(-(-self.n // size)) for size in block_sizes(selection))
            held = selected(selection, self.head, rows[:, None], columns[None, :], columns.size, self.inputs)
            sums = np.zeros((rows.size + 1, columns.size + 1), np.int32)
            sums[1:, 1:] = held
            sums.cumsum(axis=1, out=sums)
            for row in range(1, rows.size + 1):  # takes a tenth of the time of a `cumsum` from row to row
                sums[row] += sums[row - 1]
            self.counts[selection] = sums
        return self.counts[selection]
