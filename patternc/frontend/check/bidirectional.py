"""Characters that make editors show a line in another order than the compiler reads it (CVE-2021-42574)."""

from __future__ import annotations

import re
import unicodedata

from patternc.diagnostics import Findings
from patternc.source import Span

_TURNING = re.compile("[\\u202a-\\u202e\\u2066-\\u2069]")  # embeddings, overrides, isolates, and their ends


def order_of_reading(findings: Findings) -> None:
    """A warning for the first such character of each line: they are legal in comments and strings only."""
    source, seen = findings.source, 0
    for found in _TURNING.finditer(source.text):
        line, _ = source.position(found.start())
        if line != seen:
            char = found[0]
            message = f"line {line} holds U+{ord(char):04X} ({unicodedata.name(char)}): it reads otherwise than shown"
            span = Span(found.start(), found.end())
            findings.warning("P042", message, span, "unseen", help="remove it; generated files hold its escape")
        seen = line
