"""Sources that need no header beside them."""

from __future__ import annotations

from patternc.resources import headers
from patternc.runtime.cpp.includes import _with_headers


def with_headers(text: str, name: str, folder: str = "cpp") -> str:
    """Replace each `#include "..."` of the library's headers in a source by the header's text, each once."""
    return _with_headers(text, name, (headers("tiles") | headers(folder)).__getitem__)
