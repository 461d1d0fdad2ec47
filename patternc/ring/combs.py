"""Periods of residue classes."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.ir.mask import Residue, SameResidue

Numbers: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]

LONGEST = 1 << 20
"""The longest period, in positions, that is held as a table."""


def turn(atom: Residue | SameResidue) -> int:
    """After how many positions the residue classes of an atom repeat."""
    restarts = atom.segment is not None and atom.segment % atom.dilation != 0
    return (atom.segment if restarts and atom.segment else atom.dilation) * atom.block
