"""The part of a clause that is listed block by block, because it has no closed form."""

from __future__ import annotations

from math import gcd

from patternc.ir.kernel import Listing
from patternc.ir.mask import Box, Mask, Not, Random, Selection, Table, TopK
from patternc.transforms import Clause, is_selection, listed

ORDERED_BLOCK = 64
"""The number of cells in a block of a numbering: one tile of rows or columns."""


def listing_of(clause: Clause) -> Listing | None:
    """The blocks a clause visits, where no closed form says: those of its selections, else those of its smallest box.

    Selections of different blocks are listed in blocks that divide all of them.
    """
    literals = listed(clause)
    blocks = (selection(literal).block for literal in literals if is_selection(literal))
    return Listing(gcd(*blocks) or ORDERED_BLOCK, literals) if literals else None


def is_ordered(listing: Listing) -> bool:
    """Whether its blocks are of a numbering of cells: only there are the cells of a box near each other."""
    return any(isinstance(literal, Box) for literal in listing.literals)


def selection(literal: Mask) -> Selection:
    """The selection that a literal of a listing requires or excludes."""
    atom = literal.mask if isinstance(literal, Not) else literal
    assert isinstance(atom, Random | Table | TopK)
    return atom
