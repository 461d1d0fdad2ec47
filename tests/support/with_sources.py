"""Pattern files that name sources of keys: each is several patterns, of which tests of one pattern take none."""

from __future__ import annotations

import re


def has_sources(text: str) -> bool:
    """Whether a pattern file declares a source."""
    return re.search(r"^\s+source ", text, re.MULTILINE) is not None
