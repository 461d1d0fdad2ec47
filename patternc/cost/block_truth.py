"""Masks evaluated on pairs of blocks: whether some pair of positions is admitted, and whether all are.

Only the first and last positions of the blocks are read, as in the tests of generated files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

import numpy as np
import numpy.typing as npt

from patternc.codegen.block_lists.block_tests import some_of, whole_of
from patternc.ir.mask import (
    And,
    AtLeast,
    Below,
    Box,
    Compare,
    Mask,
    Not,
    Or,
    Random,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.semantics import Inputs, admits, position

Truths: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Ends:
    """Pairs of blocks [pairs], given by the first and last position of each, for one of `heads` heads and n positions.

    `block`: the block size if blocks begin at its multiples; 0: a block holds any positions between its ends.
    """

    queries: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
    keys: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
    block: int
    head: int
    heads: int
    n: int
    inputs: Inputs

    def of(self, side: Side) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The first and last positions of the blocks of a side."""
        return self.queries if side is Side.QUERY else self.keys


def possible(masks: tuple[Mask, ...], ends: Ends) -> Truths:
    """Whether some pair of positions may satisfy all masks; False only if it is certain that none does."""
    return _full(_truth(some_of(masks, ends.block), ends, True), ends)


def certain(masks: tuple[Mask, ...], ends: Ends) -> Truths:
    """Whether every pair of positions satisfies all masks; True only if that is certain."""
    return _full(_truth(whole_of(masks, ends.block), ends, False), ends)


def _full(found: Any, ends: Ends) -> Truths:
    return np.broadcast_to(np.asarray(found, dtype=bool), ends.queries[0].shape)


def _truth(mask: Mask, ends: Ends, some: bool) -> Any:
    """Whether a mask holds for `some` pair of two blocks, otherwise for every pair. All bounds are non-decreasing."""
    match mask:
        case AtLeast(side, bound):
            own, other = ends.of(side), ends.of(side.other)
            return own[some] >= position(bound, other[not some], ends.n, ends.inputs)
        case Below(side, bound):
            own, other = ends.of(side), ends.of(side.other)
            return own[not some] < position(bound, other[some], ends.n, ends.inputs)
        case Not(inner):
            return np.logical_not(_truth(inner, ends, not some))
        case And(masks):
            return np.logical_and.reduce([_full(_truth(one, ends, some), ends) for one in masks]) if masks else True
        case Or(masks):
            return np.logical_or.reduce([_full(_truth(one, ends, some), ends) for one in masks]) if masks else False
        case Residue() | SameResidue() | Compare():
            return admits(mask, ends.head, ends.queries[0], ends.keys[0], ends.n, ends.heads, ends.inputs)
        case Random() | Table() | TopK() | Box():
            raise AssertionError("the ends of blocks do not tell of selections and boxes")
        case _:
            assert_never(mask)
