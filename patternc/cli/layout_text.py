"""The choice of an order of cells as text."""

from __future__ import annotations

from patternc.ir.dump.masks import dump_layout
from patternc.ir.kernel import Columns
from patternc.schedule.grid_layout import LayoutChoice, LayoutCost
from patternc.schedule.listing import ORDERED_BLOCK


def layout_words(choice: LayoutChoice, columns: Columns) -> str:
    """One line with the layout, its cost, and the cost of the cheapest other layout."""
    unit = "cells near a tile" if columns is Columns.CELLS else f"tiles of {ORDERED_BLOCK} cells a tile of rows"
    written, used = dump_layout(choice.written), dump_layout(choice.used.layout)
    name = used if written == used else f"{written} is {used}"
    others = {dump_layout(other.layout): other for other in (choice.natural, choice.best) if other != choice.used}
    against = "".join(f"; {text}: {_number(other)}" for text, other in others.items())
    return f"{name}: {_number(choice.used)} {unit}{against}"


def _number(cost: LayoutCost) -> str:
    looked_up = f" ({cost.price:.2f} with look-ups of positions)" if cost.looked_up else ""
    return f"{cost.visited:.2f}{looked_up}"
