"""patternc: a compiler from attention patterns to exact, fast attention modules.

longnet = patternc.load("longnet.pat")
out = longnet.attention(query, key, value)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternc.api import compile, load  # noqa: A004
    from patternc.diagnostics import Rejected
    from patternc.files import File

__all__ = ["File", "Rejected", "compile", "load"]

_HOME = {
    "compile": "patternc.api",
    "load": "patternc.api",
    "File": "patternc.files",
    "Rejected": "patternc.diagnostics",
}


def __getattr__(name: str) -> object:
    """The public names, imported on first use, so that `patternc check` starts fast."""
    if name not in _HOME:
        raise AttributeError(f"module 'patternc' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOME[name]), name)
