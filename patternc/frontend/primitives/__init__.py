"""The registry of the mask language's primitives: one module per family, one line per primitive here."""

from __future__ import annotations

from patternc.frontend.primitives.block_selections import Random, Table, TopK
from patternc.frontend.primitives.box import Box
from patternc.frontend.primitives.comparison import When
from patternc.frontend.primitives.positions import Causal, First, Full, Global, Keys, Last, Queries, Window
from patternc.frontend.primitives.primitive import Complaint, Home, Parameter, Primitive, Rule, parameters
from patternc.frontend.primitives.runtime_masks import Columns, Document, Padding, Prefix, Rows, Selected
from patternc.frontend.primitives.segment import Segment, Stride

# Primitives whose call arguments are the dataclass fields.
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
    Prefix,
    Document,
    Padding,
    Rows,
    Columns,
    Selected,
    TopK,
)

# Primitives whose arguments follow special rules (`check.special_calls`), besides those that take masks.
SPECIAL: tuple[type[Primitive], ...] = (Box, Random, Table, When)

__all__ = [
    "PRIMITIVES",
    "SPECIAL",
    "Box",
    "Complaint",
    "Home",
    "Parameter",
    "Primitive",
    "Random",
    "Rule",
    "Table",
    "TopK",
    "When",
    "parameters",
]
