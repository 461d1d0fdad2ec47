"""The residue classes that queries and keys share, with those of several moduli combined into one."""

from __future__ import annotations

from math import lcm

from patternc.ir.mask import Mask, Not, SameResidue
from patternc.transforms.clauses import Clause


def shared_classes(clause: Clause) -> tuple[Mask, ...]:
    """The literals of a clause that say that queries and keys share a residue class, or that they do not.

    Ensures: the result holds for the same pairs as these literals, and has at most one literal per block size among
    those that are not negated and have no segment.
    """
    moduli: dict[int, int] = {}
    rest: list[Mask] = []
    for literal in clause:
        match literal:
            case SameResidue(dilation, segment, block) if segment is None or segment % dilation == 0:
                moduli[block] = lcm(moduli.get(block, 1), dilation)
            case SameResidue() | Not(SameResidue()):
                rest.append(literal)
            case _:
                pass
    return (*(SameResidue(modulus, None, block) for block, modulus in moduli.items()), *rest)
