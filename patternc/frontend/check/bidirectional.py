"""Characters that make editors display a line in a different order than the compiler reads it (CVE-2021-42574)."""

from __future__ import annotations

import re
import unicodedata

from patternc.diagnostics import Findings
from patternc.source import Span

_TURNING = re.compile("[\\u202a-\\u202e\\u2066-\\u2069]")  # embeddings, overrides and isolates, with their terminators


def order_of_reading(findings: Findings) -> None:
    """Warn about the first such character of each line; they are allowed only in comments and strings."""
    source, seen = findings.source, 0
    for found in _TURNING.finditer(source.text):
        line, _ = source.position(found.start())
        if line != seen:
            char = found[0]
            message = (
                f"line {line} contains U+{ord(char):04X} ({unicodedata.name(char)}), which reorders displayed text"
            )
            span = Span(found.start(), found.end())
            findings.warning(
                "P042", message, span, "unseen", help="remove it; generated files contain an escape in its place"
            )
        seen = line
