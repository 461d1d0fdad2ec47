"""The primitives of a written mask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.frontend import typed


def leaves(mask: typed.Mask) -> Iterator[typed.Leaf]:
    """The primitives of a mask, in written order."""
    match mask:
        case typed.Leaf():
            yield mask
        case typed.Blocks(_, inner) | typed.Complement(inner):
            yield from leaves(inner)
        case typed.Difference(kept, removed):
            for one in (kept, *removed):
                yield from leaves(one)
        case typed.Intersection(masks) | typed.Union(masks):
            for one in masks:
                yield from leaves(one)
        case _:
            assert_never(mask)
