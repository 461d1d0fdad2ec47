"""Tests of two blocks by their first and last positions: whether a mask admits all of their pairs, or may admit any.

Blocks are the positions q0 to q1 and k0 to k1. The ends of two blocks tell what bounds that never fall admit; a residue
class of blocks is that of the block; what neither tells is taken as unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from patternc.ir.facts import Form, atom_facts
from patternc.ir.mask import FALSE, TRUE, And, Atom, Mask, Not, Or


def whole_of(masks: tuple[Mask, ...], block: int) -> Mask:
    """A mask over the ends of two blocks, true only where all masks admit every pair of their positions.

    `block`: how many positions every block holds, on a multiple of it; 0 where they stand anywhere.
    """
    return known(And(masks), partial(_decided, block), False)


def some_of(masks: tuple[Mask, ...], block: int) -> Mask:
    """A mask over the ends of two blocks, false only where no pair of their positions is admitted by all masks."""
    return known(And(masks), partial(_decided, block), True)


def known(mask: Mask, decided: Callable[[Atom], bool], unknown: bool) -> Mask:
    """The mask with what decides it most: where it is `unknown`, atoms that are not decided make it hold, else fail."""
    other = TRUE if unknown else FALSE
    match mask:
        case Not(inner):
            return _negated(known(inner, decided, not unknown))
        case And(masks):
            operands = tuple(dict.fromkeys(known(inner, decided, unknown) for inner in masks))
            return FALSE if FALSE in operands else _alone(And(tuple(one for one in operands if one != TRUE)))
        case Or(masks):
            operands = tuple(dict.fromkeys(known(inner, decided, unknown) for inner in masks))
            return TRUE if TRUE in operands else _alone(Or(tuple(one for one in operands if one != FALSE)))
        case _:
            return mask if decided(mask) else other


def _decided(block: int, atom: Atom) -> bool:
    """Whether an atom has one value for all pairs of two blocks, or one that their ends tell."""
    facts = atom_facts(atom)
    match facts.form:
        case Form.RANGE:
            return True
        case Form.CLASSES:
            return block > 0 and facts.block % block == 0
        case Form.TEST:
            return not facts.sides and bool(facts.reads)
        case Form.SELECTION | Form.BOX:
            return False
        case _:
            assert_never(facts.form)


def _negated(mask: Mask) -> Mask:
    return FALSE if mask == TRUE else TRUE if mask == FALSE else Not(mask)


def _alone(mask: And | Or) -> Mask:
    return mask.masks[0] if len(mask.masks) == 1 else mask
