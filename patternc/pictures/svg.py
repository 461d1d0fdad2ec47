"""A picture of a mask as SVG: panels side by side, one for each head, and a legend of the branches below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

from patternc.codegen.emit import View, render
from patternc.counting.pixels import Counts
from patternc.pictures.palette import COLOURS, FRAME, grid, hexadecimal, painted

SIDE = 320
"""Units of the longer side of a panel."""
GAP, LINE = 24, 18
"""Units between panels, and of a line of text."""
STEP = 17
"""Colours are rounded to multiples of this number, so that there are few different colours."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The picture of a head. `title`: the text above it; `legend`: a statement for each branch."""

    counts: Counts
    title: str
    legend: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """All pixels of one colour; `path` is the outline of their rectangles."""

    colour: str
    path: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    colour: str
    text: str
    y: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A panel in units of the picture. `scale`: units per pixel; `grid`: the path of the grid lines, in pixels."""

    left: int
    title: str
    width: int
    height: int
    scale: str
    shapes: tuple[Shape, ...]
    grid: str
    legend: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Picture:
    """The inputs of the template."""

    width: int
    height: int
    label: str
    line: str
    panels: tuple[Drawing, ...]


def svg(panels: tuple[Panel, ...], label: str) -> str:
    """The panels side by side, as the text of an SVG file; `label`: the description for screen readers."""
    drawings, left = [], 0
    for panel in panels:
        drawings.append(_drawing(panel, left))
        # A letter is at most 7 units wide.
        left += max(drawings[-1].width, *(7 * len(text) for text in (panel.title, *panel.legend))) + GAP
    height = max(one.height + LINE * (len(one.legend) + 2) for one in drawings)
    data = _Picture(left - GAP, height, label, hexadecimal(FRAME), tuple(drawings))
    return render(View("show/mask.svg.j2", "mask.svg", (data,), (("escaped", escape),))).text


def _drawing(panel: Panel, left: int) -> Drawing:
    colours = painted(panel.counts.density, background=255)
    lines, columns, _ = colours.shape
    scale = SIDE / max(lines, columns)
    height = round(lines * scale)
    entries = tuple(
        Entry(hexadecimal(COLOURS[branch % len(COLOURS)]), text, height + LINE * (branch + 2))
        for branch, text in enumerate(panel.legend)
    )
    width, shapes, between = round(columns * scale), tuple(_shapes(colours)), _grid(lines, columns)
    return Drawing(left, panel.title, width, height, f"{scale:g}", shapes, between, entries)


def _grid(lines: int, columns: int) -> str:
    """The path of the lines between pixels."""
    longest = max(lines, columns)
    across = "".join(f"M0 {y}h{columns}" for y in grid(lines, longest))
    return across + "".join(f"M{x} 0v{lines}" for x in grid(columns, longest))


def _shapes(colours: npt.NDArray[np.int64]) -> Iterator[Shape]:
    """A shape for each colour except white."""
    rounded = (colours + STEP // 2) // STEP * STEP
    numbers = (rounded[..., 0] << 16) | (rounded[..., 1] << 8) | rounded[..., 2]
    for number in np.unique(numbers).tolist():
        if number != 0xFFFFFF:
            yield Shape(f"#{number:06x}", "".join(_rectangles(numbers == number)))


def _rectangles(on: npt.NDArray[np.bool_]) -> Iterator[str]:
    """Parts of a path: runs of pixels in a line, joined with equal runs in the lines below."""
    started: dict[tuple[int, int], int] = {}
    for y, line in enumerate([*on, np.zeros(on.shape[1], bool)]):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
        runs = set(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
        for first, last in sorted(started.keys() - runs):
            top = started.pop((first, last))
            yield f"M{first} {top}h{last - first}v{y - top}h{first - last}z"
        started |= dict.fromkeys(sorted(runs - started.keys()), y)
