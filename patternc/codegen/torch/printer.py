"""Functions that the templates of torch modules call to print a node: expressions, kinds, calls over several lines."""

from __future__ import annotations

from patternc.codegen.emit import Filters
from patternc.codegen.filters import fitted_lines
from patternc.codegen.python_text import position_text
from patternc.codegen.torch.functions import HERE
from patternc.ir.index_text import Printer
from patternc.ir.mask import Bound


def kind(node: object) -> str:
    """The class of a node, by which a template chooses its macro."""
    return type(node).__name__


def position(bound: Bound) -> str:
    """A bound as text, in terms of the other side's position `x`."""
    return position_text(bound, "x", spelled=HERE)


def fit(items: str, before: str, after: str, indent: int) -> str:
    """`before`, the items, one a line of the template, and `after`, on as many lines as they need.

    `before` ends with a bracket and `after` begins with the other. The template indents every line.
    """
    pad = " " * indent
    lines = [before, *(f"    {item}," for item in items.split("\n")[:-1]), after]
    return "\n".join(line[indent:] for line in fitted_lines([f"{pad}{line}" for line in lines]))


FILTERS: Filters = (("kind", kind), ("index", Printer().text), ("position", position), ("fit", fit))
