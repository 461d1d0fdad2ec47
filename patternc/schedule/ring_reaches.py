"""Which keys the queries of a shard may attend to, in closed form: what ranks of a ring send each other."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from patternc.ir.kernel import Reach, Reaches
from patternc.ir.mask import AtLeast, Below, Box, Follow, Mask, Pattern, Residue, Side
from patternc.source import Span
from patternc.transforms import Clause, clauses_of


def ring_reaches(pattern: Pattern) -> tuple[Reaches, ...]:
    """The reaches of each head group of a pattern in the normal form of the passes; none without a ring.

    Ensures: a key that a query of a head attends to is in a reach of the head's group. What bounds and residue classes
    say is exact; selections and comparisons leave keys out of it that need not be sent.
    """
    if pattern.ring is None:
        return ()
    return tuple(
        Reaches(
            group.heads,
            tuple(
                dict.fromkeys(
                    _reach(clause, branch.span) for branch in group.branches for clause in clauses_of(branch.mask)
                )
            ),
        )
        for group in pattern.groups
    )


def _reach(clause: Clause, span: Span) -> Reach:
    bounds = (*clause, *(bound for literal in clause for bound in _around(literal)))
    return Reach(
        lows=tuple(one.bound for one in bounds if isinstance(one, AtLeast) and one.side is Side.KEY),
        highs=tuple(one.bound for one in bounds if isinstance(one, Below) and one.side is Side.KEY),
        first=tuple(one.bound for one in bounds if isinstance(one, AtLeast) and one.side is Side.QUERY),
        end=tuple(one.bound for one in bounds if isinstance(one, Below) and one.side is Side.QUERY),
        queries=_sparsest(clause, Side.QUERY),
        keys=_sparsest(clause, Side.KEY),
        span=span,
    )


def _around(literal: Mask) -> Iterator[Mask]:
    """How far a box reaches from a query, in positions: a neighbourhood that a border shifts is as large as others."""
    if isinstance(literal, Box):
        sizes = [prod(literal.grid[place + 1 :]) for place in range(len(literal.grid))]
        parts = zip(literal.extents, literal.dilations, sizes, strict=True)
        far = sum((extent - 1) * dilation * size for extent, dilation, size in parts)
        yield AtLeast(Side.KEY, Follow(-far))
        yield Below(Side.KEY, Follow(far + 1))


def _sparsest(clause: Clause, side: Side) -> Residue | None:
    classes = (literal for literal in clause if isinstance(literal, Residue) and literal.side is side)
    return max(classes, key=lambda literal: literal.dilation, default=None)
