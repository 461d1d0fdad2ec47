"""The keys that queries of a shard attend to, by which ranks of a ring know the keys to send each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import lcm

from patternc.ir.bounds import may_leave
from patternc.ir.facts import atom_facts, atom_of, bound_facts
from patternc.ir.grid_axes import GridAxes, box_numbers
from patternc.ir.index import FALSE, TRUE, ZERO, Apply, Expr, Lookup, Max, Min, Num, Pack, Var, times
from patternc.ir.interface import given_name
from patternc.ir.kernel import Listing, Reach, Reaches
from patternc.ir.mask import (
    Bound,
    Constant,
    InDocument,
    InputBound,
    Mask,
    Not,
    OfDocument,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)
from patternc.ir.traversal import (
    boxes_in,
    classes_in,
    key_limits,
    limits,
    names_in,
    relative,
    residues,
    selections_in,
    topk_in,
)
from patternc.ir.truths import Reading
from patternc.schedule.listing import common_sizes
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
    literals = tuple(literal for literal in clause if is_selection(literal) and not _given(literal))
    return Listing(*common_sizes(literals), literals) if literals else None


def _given(literal: Mask) -> bool:
    """Whether a call says which blocks are selected, which plans do not know."""
    return any(atom_facts(one).given for one in selections_in([atom_of(literal)]))


def _masks(clause: Clause) -> tuple[Mask, ...]:
    """The other masks that a list tests, in the order of a piece, so that a piece and a reach can share the list."""
    rest = [literal for literal in clause if not is_selection(literal) and names_in(literal) <= _KNOWN]
    return tuple(sorted(rest, key=_rank))


def _rank(literal: Mask) -> int:
    bounds = [bound for side in (Side.KEY, Side.QUERY) for bound in limits([literal], side)]
    return next((place for place, found in enumerate(bounds) if found), len(bounds))


def _of_side(clause: Clause, side: Side) -> tuple[Mask, ...]:
    return tuple(literal for literal in clause if residues([atom_of(literal)], side))


# ---- the reach of a call ---------------------------------------------------------------------------------------------
class _Numbers(Reading):
    """Inputs of one batch entry, as tuples of integers."""

    def looked_up(self, bound: InputBound, position: Expr) -> Expr:  # noqa: ARG002  # the same for every position
        read = bound_facts(bound).input
        assert read is not None, "bounds of inputs read one"
        return times(Lookup(given_name(read.name), ZERO), read.unit)


_NUMBERS = _Numbers(heads=Var("num_heads"))


@lru_cache(maxsize=512)
def call_fields(reach: Reach) -> Mapping[str, Expr]:
    """The fields of the run-time library's `Reach` that differ from their defaults, but for lists and choices.

    They are expressions over `head`, `num_heads`, `n` and inputs, and call `Follow`, `OfDocument`, `Box`, `Lattice`
    and, for a negated class, `Excluded`.
    """
    fields = {
        "lows": Pack(tuple(_following(reach.lows))),
        "highs": Pack(tuple(_following(reach.highs))),
        "starts": Pack(tuple(_of_documents(reach.lows))),
        "stops": Pack(tuple(_of_documents(reach.highs))),
        "start": _extreme(Max, reach.lows),
        "stop": _extreme(Min, reach.highs, Var("n")),
        "first": _extreme(Max, reach.first),
        "end": _extreme(Min, reach.end),
        "queries": Pack(tuple(map(_lattice, reach.queries))),
        "keys": Pack(tuple(map(_lattice, reach.keys))),
        "shared": Pack(tuple(map(_lattice, reach.shared))),
        "boxes": Pack(tuple(map(_box, reach.boxes))),
    }
    return {name: value for name, value in fields.items() if value != Pack(())}


def _following(bounds: tuple[Bound, ...]) -> Iterator[Expr]:
    """The bounds that grow with the query's position."""
    for bound in relative(bounds):
        whole = (bound.offset + bound.shift,) if bound.period == 1 else (bound.offset, bound.shift, bound.period)
        yield Apply("Follow", tuple(map(Num, whole)))


def _of_documents(bounds: tuple[Bound, ...]) -> Iterator[Expr]:
    """The bounds at the ends of the query's document, and in its coordinates."""
    for bound in bounds:
        match bound:
            case OfDocument(name, end, block):
                unit = (Num(block),) if block > 1 else ()
                yield Apply("OfDocument", (Var(given_name(name)), TRUE if end else FALSE, *unit))
            case InDocument(name, inner):
                cut = (TRUE if one else FALSE for one in may_leave(inner))
                yield Apply("InDocument", (Var(given_name(name)), _coordinate(inner), *cut))
            case _:
                pass


def _coordinate(bound: Bound) -> Expr:
    """A bound in a document, as one that follows queries."""
    match bound:
        case Constant(value):
            return Apply("Follow", (Num(value), ZERO, Num(InDocument.LONGEST)))
        case RelativePosition(offset, shift, period):
            return Apply("Follow", (Num(offset), Num(shift), Num(period)))
        case _:
            raise AssertionError(f"{bound} does not rise")


def _extreme(node: type[Min | Max], bounds: tuple[Bound, ...], *limit: Expr) -> Expr:
    """The tightest of the bounds that do not depend on the query."""
    fixed = [bound for bound in bounds if not bound_facts(bound).by_position]
    found = (*limit, *(_NUMBERS.bound(bound, Var("q")) for bound in fixed))
    return node(found) if len(found) > 1 else Pack(()) if not found else found[0]


def _lattice(literal: Mask) -> Expr:
    """A residue class, also one that queries and keys share."""
    (atom,) = classes_in([atom_of(literal)])
    residue = _NUMBERS.offset(atom.offset, atom.dilation) if isinstance(atom, Residue) else ZERO
    segment = atom.segment if atom.segment is not None and atom.segment % atom.dilation else 0
    more = (segment, atom.block) if atom.block > 1 else (segment,) if segment else ()
    return Apply("Excluded" if isinstance(literal, Not) else "Lattice", (Num(atom.dilation), residue, *map(Num, more)))


def _box(box: GridAxes) -> Expr:
    return Apply("Box", tuple(Pack(tuple(map(Num, some))) for some in box_numbers(box)))
