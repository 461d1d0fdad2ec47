"""The keys that queries of a shard attend to, by which ranks of a ring know the keys to send each other."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm, prod

from patternc.ir.kernel import Listing, Reach, Reaches
from patternc.ir.mask import AtLeast, Below, Box, Mask, Not, Pattern, RelativePosition, Residue, SameResidue, Side, TopK
from patternc.ir.traversal import names_in
from patternc.schedule.listing import selection
from patternc.source import Span
from patternc.transforms import Clause, clauses_of, is_selection

_KNOWN = frozenset({"head", "heads", "n"})


def ring_reaches(pattern: Pattern) -> tuple[Reaches, ...]:
    """The reaches of each head group of a pattern in the normal form of the passes; none without a ring.

    Ensures: a key that a query of a head attends to is in a reach of the head's group. A reach may hold further keys
    because of conditions without a closed form: comparisons, unsplit unions, negated boxes, a `topk` that has not
    selected yet, and runtime inputs beside lists.
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
    classes = tuple(literal for literal in clause if isinstance(_atom(literal), Residue))
    listing = _listing(clause)
    return Reach(
        lows=tuple(one.bound for one in bounds if isinstance(one, AtLeast) and one.side is Side.KEY),
        highs=tuple(one.bound for one in bounds if isinstance(one, Below) and one.side is Side.KEY),
        first=tuple(one.bound for one in bounds if isinstance(one, AtLeast) and one.side is Side.QUERY),
        end=tuple(one.bound for one in bounds if isinstance(one, Below) and one.side is Side.QUERY),
        queries=_of_side(classes, Side.QUERY),
        keys=_of_side(classes, Side.KEY),
        shared=shared_classes(clause),
        boxes=tuple(literal for literal in clause if isinstance(literal, Box)),
        listing=listing,
        masks=_masks(clause) if listing else (),
        chosen=any(isinstance(literal, TopK) for literal in clause),
        span=span,
    )


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


def _listing(clause: Clause) -> Listing | None:
    literals = tuple(literal for literal in clause if is_selection(literal) and not isinstance(_atom(literal), TopK))
    blocks = (selection(literal).block for literal in literals)
    return Listing(gcd(*blocks), literals) if literals else None


def _masks(clause: Clause) -> tuple[Mask, ...]:
    """The other masks that a list tests, in the order of a piece, so that a piece and a reach can share the list."""
    rest = [literal for literal in clause if not is_selection(literal) and names_in(literal) <= _KNOWN]
    return tuple(sorted(rest, key=_rank))


def _rank(literal: Mask) -> int:
    match literal:
        case AtLeast(side):
            return 0 if side is Side.KEY else 2
        case Below(side):
            return 1 if side is Side.KEY else 3
        case _:
            return 4


def _around(literal: Mask) -> Iterator[Mask]:
    """Bounds on the positions that a box reaches from a query, also where a border shifts the neighbourhood."""
    if isinstance(literal, Box):
        sizes = [prod(literal.grid[place + 1 :]) for place in range(len(literal.grid))]
        parts = zip(literal.extents, literal.dilations, sizes, strict=True)
        far = sum((extent - 1) * dilation * size for extent, dilation, size in parts)
        yield AtLeast(Side.KEY, RelativePosition(-far))
        yield Below(Side.KEY, RelativePosition(far + 1))


def _of_side(classes: Clause, side: Side) -> tuple[Mask, ...]:
    return tuple(one for one in classes if isinstance(atom := _atom(one), Residue) and atom.side is side)


def _atom(literal: Mask) -> Mask:
    return literal.mask if isinstance(literal, Not) else literal
