"""Selections that are tested pair by pair."""

from typing import NamedTuple

from torch import Tensor

from ..hashing import _below, _hash

# Blocks that one list holds while a table is filled.
LISTED = 2**22


def _picked(q: Tensor, k: Tensor, block: int, seed: int, threshold: int, head: int) -> Tensor:
    """Whether the hash of their blocks is below a threshold, for each of some rows and of some columns."""
    rows, row = (q.flatten() // block).unique_consecutive(return_inverse=True)
    columns, column = (k.flatten() // block).unique_consecutive(return_inverse=True)
    found = _below(_hash(seed, head, rows.unsqueeze(1), columns), threshold)
    return found if block == 1 else found.index_select(1, column).index_select(0, row)


class Held(NamedTuple):
    """The blocks of a call: for blocks of rows, the blocks of columns that they attend to."""

    table: Tensor  # [heads or 1, rows, columns]
    block: int
    row: int  # number of the first
    column: int

    def of(self, head: int) -> "Held":
        """The table of one head, counted from the group's first."""
        return self._replace(table=self.table[head : head + 1])

    def at(self, q: Tensor, k: Tensor) -> Tensor:
        """Whether each of some rows sees each of some columns, [rows, columns]."""
        row, column = q.flatten() // self.block - self.row, k.flatten() // self.block - self.column
        (top, bottom), (left, right) = ((int(x[0]), int(x[-1])) for x in (row, column))
        rows = self.table[0, top : bottom + 1]
        one_by_one = right - left == len(column) - 1
        columns = rows[:, left : right + 1] if one_by_one else rows.index_select(1, column)
        return columns.index_select(0, row - top)
