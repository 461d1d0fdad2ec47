"""The most pairs that a count evaluates, by the time that a mask takes on one of many pairs.

What can be counted within the effort is counted exactly. Beyond it, a sample stands for all, with LESS times fewer
pairs. Efforts are constants of the masks, no clock: the same file has the same counts on every machine.
"""

from __future__ import annotations

from typing import assert_never

from patternc.ir.facts import Form, atom_facts, names_in_number
from patternc.ir.mask import (
    And,
    Arithmetic,
    BoundAt,
    Compare,
    Expression,
    Label,
    Mask,
    Name,
    Not,
    Number,
    Or,
)

EFFORT, LESS = 1 << 24, 4
"""The most pairs of positions that answer a question, all heads together: about a quarter of a second."""
LONGEST, LOOKED_UP = 1 << 26, 1 << 22
"""The most positions of a sequence that is shown, as each takes a few bytes, and of one whose keys are looked up."""
AT_ONCE = 1 << 20
"""The most pairs, or positions, whose numbers are held in memory together."""
QUICK = 16
"""Nanoseconds of a pair of which as many are evaluated; fewer of those that take longer."""
BLOCKS = 4
"""How many pairs of positions take as long as a pair of blocks, which takes a hash, or as bounds of a rectangle."""
PICTURE = 4
"""How many times the effort a picture may take, which is all that a command shows."""


def most_pairs(nanoseconds: int, shared: int = 1) -> int:
    """The most pairs to evaluate if each takes so many nanoseconds, and `shared` counts share the effort."""
    return EFFORT // shared // slowness(nanoseconds)


def slowness(nanoseconds: int) -> int:
    """The time of a pair that takes so many nanoseconds, in times of a quick pair."""
    return max(1, nanoseconds // QUICK)


def pair_effort(mask: Mask) -> int:
    """Nanoseconds that a pair takes, at least 1. What depends on one of its positions is computed for many pairs."""
    match mask:
        case Compare(_, left, right):
            return 1 + _of_expression(left) + _of_expression(right)
        case Not(inner):
            return 1 + pair_effort(inner)
        case And(masks) | Or(masks):
            return 1 + sum(map(pair_effort, masks))
        case _:
            facts = atom_facts(mask)
            if facts.form is not Form.SELECTION:
                return 8 * len(facts.axes) or 1
            return 32 if facts.ranked else 4  # to rank a block, to hash it or to look it up


def _of_expression(expression: Expression) -> int:
    match expression:
        case Number() | Name() | Label() | BoundAt():
            return 0
        case Arithmetic(operator, left, right):
            if not {"q", "k"} <= names_in_number(expression):
                return 0
            own = 3 if operator in ("//", "%") else 1  # a division takes longer
            return own + _of_expression(left) + _of_expression(right)
        case _:
            assert_never(expression)
