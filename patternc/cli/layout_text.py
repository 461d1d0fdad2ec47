"""The choice of an order of cells as text."""

from __future__ import annotations

from patternc.ir.dump.masks import dump_layout
from patternc.ir.kernel import Columns
from patternc.schedule.grid_layout import LayoutChoice, LayoutCost
from patternc.schedule.listing import ORDERED_BLOCK


def layout_words(one: LayoutChoice, columns: Columns) -> str:
    """One line with the layout, its cost, and the cost of the cheapest other layout."""
    unit = "cells near a tile" if columns is Columns.CELLS else f"tiles of {ORDERED_BLOCK} cells a tile of rows"
    written, used = dump_layout(one.written), dump_layout(one.used.layout)
    name = used if written == used else f"{written} is {used}"
    others = {dump_layout(other.layout): other for other in (one.natural, one.best) if other != one.used}
    against = "".join(f"; {text}: {_number(other)}" for text, other in others.items())
    return f"{name}: {_number(one.used)} {unit}{against}"


def _number(one: LayoutCost) -> str:
    looked_up = f" ({one.price:.2f} with look-ups of positions)" if one.looked_up else ""
    return f"{one.visited:.2f}{looked_up}"
