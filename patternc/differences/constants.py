"""Whether two patterns differ only in the numbers of their masks, which trials may not show (2**40 and 2**41)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from patternc.ir.mask import Pattern


def differ_in_constants(before: Pattern, after: Pattern) -> bool:
    """Whether the branches of two patterns, as written, are equal except for numbers."""
    return before.groups != after.groups and _alike(before.groups, after.groups)


def _alike(before: object, after: object) -> bool:
    if type(before) is not type(after):
        return False
    if isinstance(before, tuple) and isinstance(after, tuple):
        return len(before) == len(after) and all(map(_alike, before, after))
    if is_dataclass(before):
        named = (one.name for one in fields(before) if one.compare)
        return all(_alike(getattr(before, name), getattr(after, name)) for name in named)
    return type(before) is int or before == after
