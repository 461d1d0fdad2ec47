"""The digest of a kernel: part of an operator's name, the same as long as what the operator does is the same."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass

from patternc.ir.kernel import Kernel


def digest(kernel: Kernel) -> str:
    """Twelve hex digits that differ for kernels that differ."""
    return hashlib.sha256(_text(kernel).encode()).hexdigest()[:12]


def _text(value: object) -> str:
    """A node as its class and those fields that are not at their default, by name.

    A node that gets one more field, with a default, keeps its text. Fields outside of the repr are left out: spans, and
    the modules around a pattern.
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    if not is_dataclass(value):
        return repr(value)
    given = ((field, getattr(value, field.name)) for field in fields(value) if field.repr)
    said = (f"{field.name}={_text(inner)}" for field, inner in given if inner != field.default)
    return f"{type(value).__name__}({', '.join(said)})"
