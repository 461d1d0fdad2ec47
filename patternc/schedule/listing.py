"""The parts of a clause without a closed form, which are listed by blocks, and the choice of a `topk`."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from patternc.ir.facts import atom_of, block_sizes
from patternc.ir.kernel import Choice, Listing
from patternc.ir.mask import Branch, HeadGroup, Mask, Pattern, Selection
from patternc.ir.traversal import atoms, boxes_in, selections_in, topk_in, topk_of
from patternc.transforms import Clause, beside_topk, is_selection, listed, runs_of, simplified

ORDERED_BLOCK = 64
"""The number of cells in a block of an ordered grid: one tile of rows or columns."""


def listing_of(clause: Clause) -> Listing | None:
    """The listed part of a clause: its selections, else its smallest box, else None.

    Selections with different block sizes are listed in blocks of sizes that divide all of them.
    """
    literals = listed(clause)
    return Listing(*common_sizes(literals), literals) if literals else None


def common_sizes(literals: Iterable[Mask]) -> tuple[int, int]:
    """The queries and the keys of blocks of which those of all selections among some literals consist."""
    sizes = [block_sizes(selection(literal)) for literal in literals if is_selection(literal)]
    queries, keys = (gcd(*(size[side] for size in sizes)) or ORDERED_BLOCK for side in (0, 1))
    return queries, keys


def is_ordered(listing: Listing) -> bool:
    """Whether the listed blocks are consecutive in an order of cells, as for a box, whose cells are near only there."""
    return bool(boxes_in(listing.literals))


def selection(literal: Mask) -> Selection:
    """The selection in a literal of a listing, without its negation."""
    (atom,) = selections_in([atom_of(literal)])
    return atom


def topk_choice(pattern: Pattern) -> Choice | None:
    """The choice for a pattern's `topk`; None if it has no `topk`."""
    topk = topk_of(pattern)
    if topk is None:
        return None
    group, branch = _holder(pattern)
    admitted = simplified(beside_topk(branch.mask))
    runs = runs_of(admitted)
    assert runs is not None  # the audit refuses more than RUNS
    return Choice(topk, group.heads, admitted, runs)


def _holder(pattern: Pattern) -> tuple[HeadGroup, Branch]:
    """The head group and the branch whose mask contains the pattern's `topk`."""
    return next((group, branch) for group in pattern.groups for branch in group.branches if topk_in(atoms(branch.mask)))
