"""The part of a clause that is listed block by block because it has no closed form."""

from __future__ import annotations

from math import gcd

from patternc.ir.kernel import Listing
from patternc.ir.mask import Box, Mask, Not, Random, Selection, Table, TopK
from patternc.transforms import Clause, is_selection, listed

ORDERED_BLOCK = 64
"""The number of cells in a block of an ordered grid: one tile of rows or columns."""


def listing_of(clause: Clause) -> Listing | None:
    """The listed part of a clause: its selections, else its smallest box, else None.

    Selections with different block sizes are listed in blocks of a size that divides all of them.
    """
    literals = listed(clause)
    blocks = (selection(literal).block for literal in literals if is_selection(literal))
    return Listing(gcd(*blocks) or ORDERED_BLOCK, literals) if literals else None


def is_ordered(listing: Listing) -> bool:
    """Whether the listed blocks are consecutive in an order of cells, as for a box, whose cells are near only there."""
    return any(isinstance(literal, Box) for literal in listing.literals)


def selection(literal: Mask) -> Selection:
    """The selection in a literal of a listing, without its negation."""
    atom = literal.mask if isinstance(literal, Not) else literal
    assert isinstance(atom, Random | Table | TopK)
    return atom
