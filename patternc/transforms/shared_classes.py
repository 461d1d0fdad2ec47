"""The residue classes that queries and keys share, those of several moduli as one."""

from __future__ import annotations

from math import lcm

from patternc.ir.mask import Mask, Not, SameResidue
from patternc.transforms.clauses import Clause


def shared_classes(clause: Clause) -> tuple[Mask, ...]:
    """The literals of a clause by which queries and keys share a class, or do not.

    Ensures: all of them hold where all of the clause's do, and of those that do not begin anew in each segment, and are
    not negated, there is one for each size of a block.
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
