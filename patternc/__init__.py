"""patternc: a compiler from attention patterns to exact, fast attention modules.

longnet = patternc.load("longnet.pat")
out = longnet.attention(query, key, value)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternc.api import check, compile, load, loads, show  # noqa: A004
    from patternc.diagnostics import Diagnostic, Diagnostics, Rejected
    from patternc.document_offsets import of_documents, offsets_of
    from patternc.files import File
    from patternc.protocols import Attention, Module, Reference

__all__ = [
    "Attention",
    "Diagnostic",
    "Diagnostics",
    "File",
    "Module",
    "Reference",
    "Rejected",
    "check",
    "compile",
    "load",
    "loads",
    "of_documents",
    "offsets_of",
    "show",
]

_HOME = {
    **dict.fromkeys(("check", "compile", "load", "loads", "show"), "patternc.api"),
    **dict.fromkeys(("Diagnostic", "Diagnostics", "Rejected"), "patternc.diagnostics"),
    **dict.fromkeys(("Attention", "Module", "Reference"), "patternc.protocols"),
    **dict.fromkeys(("of_documents", "offsets_of"), "patternc.document_offsets"),
    "File": "patternc.files",
}


def __getattr__(name: str) -> object:
    """The public names, imported on first use, so that `patternc check` starts fast."""
    if name not in _HOME:
        raise AttributeError(f"module 'patternc' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOME[name]), name)
