"""What to change in a pattern, with what it saves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Advice:
    """A change as a sentence, and the number that it improves, before and after it."""

    text: str
    before: float
    after: float
