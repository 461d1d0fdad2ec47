"""Pattern files that name sources of keys or tiles: each is several patterns, and tests of one pattern take none."""

from __future__ import annotations

import re


def has_sources(text: str) -> bool:
    """Whether a pattern file declares a source, or attends to tiles."""
    return re.search(r"^\s+(source |attend tiles\()", text, re.MULTILINE) is not None
