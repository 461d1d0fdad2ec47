"""The digest of a kernel: part of an operator's name, which stays the same while the operator's behaviour does."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass

from patternc.ir.kernel import Kernel


def digest(kernel: Kernel) -> str:
    """Twelve hex digits that identify a kernel."""
    return hashlib.sha256(_text(kernel).encode()).hexdigest()[:12]


def _text(value: object) -> str:
    """A node as its class and its non-default fields by name.

    A new field with a default does not change the text of existing nodes. Fields without repr are omitted: spans, and
    the modules around a pattern.
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    if not is_dataclass(value):
        return repr(value)
    given = ((field, getattr(value, field.name)) for field in fields(value) if field.repr)
    said = (f"{field.name}={_text(inner)}" for field, inner in given if inner != field.default)
    return f"{type(value).__name__}({', '.join(said)})"
