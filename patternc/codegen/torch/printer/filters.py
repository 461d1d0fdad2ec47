"""Filters that the templates of torch modules call: classes of nodes, calls over several lines."""

from __future__ import annotations

from patternc.codegen.emit import Filters
from patternc.codegen.torch.printer.functions import call_lines


def kind(node: object) -> str:
    """The class of a node, by which a template chooses its macro."""
    return type(node).__name__


def fit(items: str, before: str, after: str, indent: int) -> str:
    """What `call_lines` makes of items, one a line of the template, which indents the lines by `indent` blanks."""
    return "\n".join(call_lines(before, items.split("\n")[:-1], after, indent // 4))


FILTERS: Filters = (("kind", kind), ("fit", fit))
