"""Masks that are not split: one clause of the bounds that a mask implies, in which the mask is tested on every pair."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from patternc.ir.facts import bound_facts
from patternc.ir.mask import FALSE, TRUE, And, AtLeast, Below, Mask, Not, Or, Selection, Side
from patternc.ir.traversal import atoms, limits, mapped, relative, selections_in
from patternc.transforms.clauses import Clause, Literal, conjoin, implied, is_selection
from patternc.transforms.normalize import simplified

OUTCOMES = 64
"""The most clauses into which the outcomes of a branch's selections may split it."""


def whole(mask: Mask) -> Clause | None:
    """A mask without selections as one clause; None if it is proven that it never holds."""
    return conjoin((*_bounds(mask), *(mask.masks if isinstance(mask, And) else (mask,))))


def settled(mask: Mask) -> tuple[Clause, ...] | None:
    """The mask as one clause for each outcome of its selections, which can't be tested on a single pair.

    None if there are more than OUTCOMES.
    """
    found = tuple(islice(_outcomes(mask), OUTCOMES + 1))
    return found if len(found) <= OUTCOMES else None


def _outcomes(mask: Mask) -> Iterator[Clause]:
    cases: list[tuple[Clause, Mask]] = [((), mask)]
    while cases:
        picked, rest = cases.pop()
        selection = next(iter(selections_in(atoms(rest))), None)
        if selection is not None:
            cases += [
                ((*picked, atom), simplified(_given(rest, selection, held)))
                for atom, held in ((Not(selection), False), (selection, True))
            ]
        elif rest != FALSE:
            clause = conjoin((*picked, *_bounds(rest), *(() if rest == TRUE else (rest,))))
            if clause is not None:
                yield clause


def _given(mask: Mask, selection: Selection, held: bool) -> Mask:
    """The mask given that a selection holds, or that it does not."""
    truth = TRUE if held else FALSE
    return mapped(mask, lambda atom: truth if atom == selection else atom)


def hides_selection(literal: Literal) -> bool:
    """Whether an unsplit literal contains a selection, which no kernel can test pair by pair."""
    return not is_selection(literal) and bool(selections_in(atoms(literal)))


def either(clauses: list[Clause]) -> Clause:
    """A clause for several: the literals that they share, the bounds that all imply, and the rest as one test."""
    shared = tuple(literal for literal in clauses[0] if all(literal in clause for clause in clauses))
    rest = simplified(
        Or(tuple(And(tuple(literal for literal in clause if literal not in shared)) for clause in clauses))
    )
    masks = conjoin((*shared, *_bounds(rest), *(() if rest == TRUE else (rest,))))
    assert masks is not None  # the clauses that can hold
    return masks


def _bounds(mask: Mask) -> Clause:
    """The bounds on the key that a mask implies, which restrict the keys that an unsplit mask visits."""
    return conjoin(_implied_bounds(mask)) or ()


def _implied_bounds(mask: Mask) -> tuple[Literal, ...]:
    match mask:
        case And(masks):
            return tuple(bound for part in masks for bound in _implied_bounds(part))
        case Or(masks):
            return _shared_bounds([_implied_bounds(part) for part in masks])
        case _:
            lows, highs = limits([mask], Side.KEY)
            wider: list[Literal] = []
            wider += (AtLeast(Side.KEY, bound_facts(bound).least) for bound in relative(lows))
            wider += (Below(Side.KEY, bound_facts(bound).most) for bound in relative(highs))
            return (mask, *wider) if lows or highs else ()


def _shared_bounds(parts: list[tuple[Literal, ...]]) -> tuple[Literal, ...]:
    """The bounds that every part implies. The part that refuted one bound is tried first for the next."""
    found, start = [], 0
    for bound in dict.fromkeys(bound for part in parts for bound in part):
        order = (*range(start, len(parts)), *range(start))
        refuted = next((index for index in order if not implied(bound, parts[index])), None)
        if refuted is None:
            found.append(bound)
        else:
            start = refuted
    return tuple(found)
