"""The keys that queries of a shard attend to, by which ranks of a ring know the keys to send each other."""

from __future__ import annotations

from math import gcd, lcm

from patternc.ir.facts import atom_of
from patternc.ir.kernel import Listing, Reach, Reaches
from patternc.ir.mask import Mask, Not, Pattern, SameResidue, Side
from patternc.ir.traversal import boxes_in, key_limits, limits, names_in, residues, topk_in
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
    (lows, highs), (first, end) = key_limits(clause), limits(clause, Side.QUERY)
    listing = _listing(clause)
    return Reach(
        lows=lows,
        highs=highs,
        first=first,
        end=end,
        queries=_of_side(clause, Side.QUERY),
        keys=_of_side(clause, Side.KEY),
        shared=shared_classes(clause),
        boxes=boxes_in(clause),
        listing=listing,
        masks=_masks(clause) if listing else (),
        chosen=topk_in(clause) is not None,
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
    literals = tuple(literal for literal in clause if is_selection(literal) and not topk_in([atom_of(literal)]))
    blocks = (selection(literal).block for literal in literals)
    return Listing(gcd(*blocks), literals) if literals else None


def _masks(clause: Clause) -> tuple[Mask, ...]:
    """The other masks that a list tests, in the order of a piece, so that a piece and a reach can share the list."""
    rest = [literal for literal in clause if not is_selection(literal) and names_in(literal) <= _KNOWN]
    return tuple(sorted(rest, key=_rank))


def _rank(literal: Mask) -> int:
    bounds = [bound for side in (Side.KEY, Side.QUERY) for bound in limits([literal], side)]
    return next((place for place, found in enumerate(bounds) if found), len(bounds))


def _of_side(clause: Clause, side: Side) -> tuple[Mask, ...]:
    return tuple(literal for literal in clause if residues([atom_of(literal)], side))
