"""The digest of a kernel or pattern, which stays the same while its behaviour does: part of an operator's name."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass

from patternc.ir.kernel import Kernel
from patternc.ir.mask import Pattern, RelativePosition

_NAMES: dict[type, str] = {RelativePosition: "Follow"}
"""The names that renamed classes have in digests, so that operators keep the names they were given first."""


def digest(node: Kernel | Pattern) -> str:
    """Twelve hexadecimal digits that identify a kernel or pattern."""
    return hashlib.sha256(_text(node).encode()).hexdigest()[:12]


def _text(value: object) -> str:
    """A node as text: the name of its class, and its fields that differ from their defaults.

    A new field with a default does not change the text of existing nodes. Fields without repr are omitted: spans, and
    the modules around a pattern.
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    if not is_dataclass(value):
        return repr(value)
    given = ((field, getattr(value, field.name)) for field in fields(value) if field.repr)
    said = (f"{field.name}={_text(inner)}" for field, inner in given if inner != field.default)
    name = _NAMES.get(type(value), type(value).__name__)
    return f"{name}({', '.join(said)})"
