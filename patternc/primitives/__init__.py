"""The primitives of the mask language: one file for a family, one line here."""

from __future__ import annotations

from patternc.primitives.ends import First, Global, Last
from patternc.primitives.every import Keys, Queries
from patternc.primitives.everywhere import Causal, Full
from patternc.primitives.primitive import Complaint, Parameter, Primitive, Rule, parameters
from patternc.primitives.segment import Segment, Stride
from patternc.primitives.window import Window

PRIMITIVES: tuple[type[Primitive], ...] = (
    Full,
    Causal,
    Window,
    Segment,
    Stride,
    First,
    Last,
    Global,
    Queries,
    Keys,
)

# Of the language, not compiled yet.
LATER = ("prefix", "document", "padding", "box", "blocks", "random", "topk", "table", "when")

__all__ = ["LATER", "PRIMITIVES", "Complaint", "Parameter", "Primitive", "Rule", "parameters"]
