"""Lists of pairs of blocks as text: a function of the generated file for every distinct listed piece."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import assert_never

from patternc.codegen.block_lists.bodies import pairs_lines, words
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.codegen.line_breaks import signature
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Curve, Layout


@dataclass(frozen=True, slots=True)
class ListText:
    """A function of `shared/lists.py.j2`."""

    head: tuple[str, ...]
    words: str
    cached: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceText:
    """A numbering of a grid's cells."""

    name: str
    words: str
    line: str


@dataclass(frozen=True, slots=True)
class ListUses:
    """Which of the template's functions are called."""

    lowest: bool
    hashed: bool
    below: bool
    hashing: bool
    table: bool
    chosen: bool
    between: bool
    boxed: bool
    refined: bool
    among: bool
    each: bool
    each_head: bool
    tiled: bool
    morton: bool
    hilbert: bool


@dataclass(frozen=True, slots=True)
class Lists:
    """What `shared/lists.py.j2` spells."""

    functions: tuple[ListText, ...]
    places: tuple[PlaceText, ...]
    uses: ListUses


_CALL = ("heads: range", "total: int", "queries: range", "keys: range", "n: int", "device: torch.device")


def lists(kernel: Kernel) -> Lists | None:
    """The functions of a kernel's lists; None where nothing is listed."""
    found = listings(kernel)
    if not found:
        return None
    functions = tuple(_function(one) for one in found)
    text = "\n".join(line for function in functions for line in function.lines)
    orders = {one.place_number: one.order for one in found if one.order is not None}
    places = tuple(_place(number, order, kernel.pattern.grid) for number, order in sorted(orders.items()))
    return Lists(functions, places, _uses(text, "\n".join(place.line for place in places)))


def _uses(text: str, places: str) -> ListUses:
    return ListUses(
        lowest="_lowest_pairs(" in text,
        hashed="_hashed_pairs(" in text,
        below="_hashed_pairs(" in text or "_below(" in text,
        hashing=any(name in text for name in ("_lowest_pairs(", "_hashed_pairs(", "_hash(")),
        table="_table_pairs(" in text,
        chosen="_chosen_pairs(" in text,
        between="_between(" in text,
        boxed="_box_pairs(" in text,
        refined="_refined(" in text,
        among="_among(" in text,
        each="_each(" in text,
        each_head="_each_head(" in text,
        tiled="_tiled(" in places,
        morton="_morton(" in places,
        hilbert="_hilbert(" in places,
    )


def _function(one: Listed) -> ListText:
    body = pairs_lines(one)
    read = words(body)
    marked = ((parameter.split(":")[0] in read, parameter) for parameter in _CALL)
    parameters = tuple(parameter if used else f"_{parameter}" for used, parameter in marked)
    return ListText(
        head=signature(one.name, (*parameters, *(f"{name}: Tensor" for name in one.inputs)), "Pairs"),
        words=f"Blocks of {one.listing.block}"
        + ("" if one.order is None else " cells, numbered along the order")
        + ".",
        cached=not one.inputs,
        lines=body,
    )


def _place(number: int, layout: Layout, grid: tuple[int, ...]) -> PlaceText:
    match layout.curve:
        case Curve.NATURAL:
            line, words = f"torch.arange({prod(grid)}, device=device)", "as they stand"
        case Curve.TILED:
            line, words = f"_tiled({grid}, {layout.sizes}, device)", "tile by tile"
        case Curve.MORTON:
            line, words = f"_morton({grid}, device)", "along a Morton curve"
        case Curve.HILBERT:
            line, words = f"_hilbert({grid}, device)", "along a Hilbert curve"
        case Curve.AUTO:
            raise AssertionError("the schedule chooses a layout")
        case _:
            assert_never(layout.curve)
    return PlaceText(f"_place_{number}", f"Cells of a grid {' x '.join(map(str, grid))}, {words}: int32.", line)
