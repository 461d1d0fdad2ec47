"""Masks with bounds and residue classes where the language has a word for these, and without idle parts."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from patternc.frontend.primitives.closed_forms import closed
from patternc.integrations.translation.extreme_cases import all_of, any_of, negated
from patternc.ir.bounds import decided, normal, opposite, transposed
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    AtLeast,
    Atom,
    Below,
    Bound,
    ByHead,
    Compare,
    Constant,
    Fixed,
    Mask,
    Not,
    Or,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.traversal import atoms, mapped


def with_words(mask: Mask) -> Mask:
    """The mask with bounds, residue classes and truths in place of the comparisons that have a word for them."""
    match mask:
        case And(masks):
            return all_of(map(with_words, masks))
        case Or(masks):
            return any_of(map(with_words, masks))
        case Compare() | Not(Compare()):
            found = folded(mapped(closed(mask), _plain))
            return found if all(map(has_word, atoms(found))) else mask
        case _:
            return mask


def folded(mask: Mask) -> Mask:
    """The mask without truths inside of it, and with `not` at comparisons and what stands for one."""
    match mask:
        case And(masks):
            return all_of(map(folded, masks))
        case Or(masks):
            return any_of(map(folded, masks))
        case Not(inner):
            found = folded(inner)
            return negated(found) if found in (TRUE, FALSE) else Not(found)
        case _:
            return mask


def _plain(atom: Atom) -> Mask:
    """A bound on the key rather than on the query, a truth for one that is decided, a class without inner modulo."""
    match atom:
        case AtLeast() | Below() if decided(atom) is not None:
            return TRUE if decided(atom) else FALSE
        case AtLeast(Side.QUERY, RelativePosition()) | Below(Side.QUERY, RelativePosition()):
            return transposed(atom)
        case Residue(dilation=dilation, segment=int(size)) | SameResidue(dilation, int(size)) if size % dilation == 0:
            return replace(atom, segment=None)
        case _:
            return atom


def has_word(atom: Mask) -> bool:
    """Whether the language has a word for a bound or a residue class."""
    match atom:
        case AtLeast(side, RelativePosition() as bound) | Below(side, RelativePosition() as bound):
            return side is Side.KEY and blocks_away(bound) is not None
        case AtLeast(_, Constant()) | Below(_, Constant()):
            return True
        case Residue(offset=Fixed(), segment=None) | SameResidue(segment=None):
            return True
        case Residue(offset=ByHead(), segment=None, block=1):
            return True
        case _:
            return False


def blocks_away(bound: Bound) -> tuple[int, int] | None:
    """For the first position of a block some blocks after that of x: the size of blocks, and how many."""
    found = normal(bound)
    match found:
        case RelativePosition(offset, 0, size) if offset % size == 0:
            return size, offset // size
        case _:
            return None


def simplified(mask: Mask, known: frozenset[Mask] = frozenset()) -> Mask:
    """The mask without parts that follow from what it is joined with by `&`, or that contradict it.

    `known`: what holds already.
    """
    match mask:
        case And(masks):
            literals = [one for one in masks if not isinstance(one, Or)]
            if any(opposite(one) in literals for one in literals):
                return FALSE
            held = known.union(literals)
            unions = [simplified(one, held) for one in masks if isinstance(one, Or)]
            return all_of([*(_if_open(one, known) for one in literals), *_multiplied(unions)])
        case Or(masks):
            return any_of(simplified(one, known) for one in masks)
        case _:
            return _if_open(mask, known)


def _multiplied(masks: list[Mask]) -> list[Mask]:
    """Masks that are joined by `&`, with two unions as one where most of their parts contradict one another."""
    for one, other in combinations([mask for mask in masks if isinstance(mask, Or)], 2):
        products = [simplified(all_of([left, right])) for left in one.masks for right in other.masks]
        if sum(product != FALSE for product in products) <= max(len(one.masks), len(other.masks)):
            return _multiplied([*(mask for mask in masks if mask not in (one, other)), any_of(products)])
    return masks


def _if_open(literal: Mask, known: frozenset[Mask]) -> Mask:
    """A literal, or a truth if it is known."""
    if literal in known:
        return TRUE
    return FALSE if opposite(literal) in known else literal
