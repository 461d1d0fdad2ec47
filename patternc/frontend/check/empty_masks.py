"""Masks that admit no pair by propositional logic alone (a later stage compares bounds)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from patternc.frontend import typed
from patternc.frontend.primitives import Primitive
from patternc.frontend.primitives.everywhere import Full


@dataclass(frozen=True, slots=True)
class _Literal:
    """A primitive in blocks of some number of positions, or its complement."""

    primitive: Primitive
    holds: bool
    block: int


@dataclass(frozen=True, slots=True)
class _Joint:
    """All of `parts`, or any of them; at least two parts, none of them of the same kind as the whole."""

    every: bool
    parts: frozenset[_Term]


_Term: TypeAlias = _Literal | _Joint


def never(mask: typed.Mask) -> bool:
    """Whether the mask is false for every pair by logic alone."""
    return _normal(mask, True, 1) is False


def _normal(mask: typed.Mask, holds: bool, block: int) -> _Term | bool:
    """The mask (its complement if `holds` is False) with complements only at the primitives."""
    match mask:
        case typed.Leaf(Full()):
            return holds
        case typed.Leaf(primitive):
            return _Literal(primitive, holds, block)
        case typed.Blocks(size, inner):
            return _normal(inner, holds, size * block)
        case typed.Complement(inner):
            return _normal(inner, not holds, block)
        case typed.Difference(kept, removed):
            return _joint(holds, [_normal(kept, holds, block), *(_normal(one, not holds, block) for one in removed)])
        case typed.Intersection(masks):
            return _joint(holds, [_normal(one, holds, block) for one in masks])
        case typed.Union(masks):
            return _joint(not holds, [_normal(one, holds, block) for one in masks])
        case _:
            assert_never(mask)


def _joint(every: bool, terms: list[_Term | bool]) -> _Term | bool:
    """All of the terms, or any of them, simplified: a false term decides an `and`, a true term an `or`."""
    parts: set[_Term] = set()
    for term in terms:
        if isinstance(term, bool):
            if term is not every:
                return not every
        elif isinstance(term, _Joint) and term.every is every:
            parts |= term.parts
        else:
            parts.add(term)
    if any(_opposed(part, parts) for part in parts):
        return not every
    if len(parts) > 1:
        return _Joint(every, frozenset(parts))
    return parts.pop() if parts else every


def _opposed(term: _Term, parts: set[_Term]) -> bool:
    """Whether the parts contain the complement of a term, or the complements of all its alternatives."""
    if _complement(term) in parts:
        return True
    return isinstance(term, _Joint) and all(_complement(alternative) in parts for alternative in term.parts)


def _complement(term: _Term) -> _Term:
    match term:
        case _Literal(primitive, holds, block):
            return _Literal(primitive, not holds, block)
        case _Joint(every, parts):
            return _Joint(not every, frozenset(_complement(part) for part in parts))
        case _:
            assert_never(term)
