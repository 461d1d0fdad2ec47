"""Whether a mask never holds: a search that avoids computing its whole normal form."""

from __future__ import annotations

from patternc.ir.mask import And, Mask, Or
from patternc.transforms.clauses import Clause, conjoin


def never_holds(mask: Mask) -> bool:
    """Whether it is proven that a mask in negation normal form holds for no pair. False means unknown.

    One operand of every union at a time is assumed to hold, until no assumption contradicts another.
    """
    cases: list[tuple[Clause, tuple[Mask, ...]]] = [((), (mask,))]
    # The most comparisons of literals; after that, the mask is assumed to be satisfiable.
    left = 8_000
    while cases and left > 0:
        clause, given = cases.pop()
        literals, unions = _opened(given)
        left -= (1 + len(clause) + len(literals)) ** 2
        held = conjoin((*clause, *literals))
        if held is None:
            continue
        if not unions:
            return False
        first, *others = sorted(unions, key=lambda union: len(union.masks))
        cases += [(held, (operand, *others)) for operand in reversed(first.masks)]
    return not cases


def _opened(masks: tuple[Mask, ...]) -> tuple[Clause, tuple[Or, ...]]:
    """The literals and the unions that must all hold if the masks hold."""
    literals: list[Mask] = []
    unions: list[Or] = []
    pending = list(reversed(masks))
    while pending:
        match pending.pop():
            case And(inner):
                pending += reversed(inner)
            case Or() as union:
                unions.append(union)
            case literal:
                literals.append(literal)
    return tuple(literals), tuple(unions)
