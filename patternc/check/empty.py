"""Masks that admit nothing, as far as their shape alone shows it (bounds are compared by a later pass)."""

from __future__ import annotations

from typing import assert_never

from patternc import typed
from patternc.primitives.everywhere import Full


def never(mask: typed.Mask) -> bool:
    """Whether the mask is false for every pair, for reasons of logic."""
    match mask:
        case typed.Leaf():
            return False
        case typed.Complement(inner):
            return always(inner)
        case typed.Difference(kept, removed):
            return _contradict((kept, *(typed.Complement(one) for one in removed)))
        case typed.Intersection(masks):
            return _contradict(masks)
        case typed.Union(masks):
            return all(never(one) for one in masks)
        case _:
            assert_never(mask)


def always(mask: typed.Mask) -> bool:
    """Whether the mask is true for every pair, for reasons of logic."""
    match mask:
        case typed.Leaf(primitive):
            return isinstance(primitive, Full)
        case typed.Complement(inner):
            return never(inner)
        case typed.Difference(kept, removed):
            return always(kept) and all(never(one) for one in removed)
        case typed.Intersection(masks):
            return all(always(one) for one in masks)
        case typed.Union(masks):
            return any(always(one) for one in masks) or _contradict(tuple(typed.Complement(one) for one in masks))
        case _:
            assert_never(mask)


def _contradict(masks: tuple[typed.Mask, ...]) -> bool:
    """Whether one of the masks is never true, or two of them are each other's complement."""
    parts = [part for mask in masks for part in _parts(mask)]
    if any(never(part) for part in parts if not isinstance(part, typed.Intersection)):
        return True
    seen = set(parts)
    return any(isinstance(part, typed.Complement) and part.mask in seen for part in parts)


def _parts(mask: typed.Mask) -> tuple[typed.Mask, ...]:
    """The masks an intersection is made of, nested ones opened, double complements undone."""
    match mask:
        case typed.Intersection(masks):
            return tuple(part for one in masks for part in _parts(one))
        case typed.Complement(typed.Complement(inner)):
            return _parts(inner)
        case typed.Complement(typed.Union(masks)):
            return tuple(part for one in masks for part in _parts(typed.Complement(one)))
        case typed.Difference(kept, removed):
            return (*_parts(kept), *(part for one in removed for part in _parts(typed.Complement(one))))
        case _:
            return (mask,)
