"""Draw the README's pictures: presets at sizes where every pair is a square. Run with `make figures`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from patternc.cli.presets import presets
from patternc.driver import analyse
from patternc.ir import semantics
from patternc.ir.mask import Pattern
from patternc.ir.semantics import NOTHING, Inputs
from patternc.source import Source

FOLDER = Path(__file__).resolve().parent
SIDE, CELL, MARGIN = 64, 5, 1
HEADS = 4
COLOURS = ("#56b4e9", "#e69f00", "#009e73")  # Okabe and Ito
EMPTY, OWN = "#f2f2f2", "#0072b2"
SIZES = {"w": "[16, 32, 64]", "r": "[1, 2, 4]"}


@dataclass(frozen=True, slots=True)
class Panel:
    """A preset in the row of pictures. `sizes` as after `-D`; `caption` what stands below the preset's name."""

    preset: str
    caption: str
    sizes: Mapping[str, str]
    inputs: Inputs = field(default_factory=dict)


ROW_SIDE, ROW_CELL = 48, 4  # positions and units a side of the panels
PANELS = (
    Panel("longnet", "dilated segments", {"w": "[12, 24, 48]", "r": "[1, 2, 4]"}),
    Panel("bigbird", "blocks, some at random", {"block": "3", "tokens": "1", "chosen": "2", "seed": "2"}),
    Panel("hierarchical", "levels of blocks", {"block": "2", "near": "1", "wide": "5", "often": "4", "seldom": "8"}),
    Panel("packed-documents", "offsets at run time", {}, {"offsets": (0, 9, 14, 31, 48)}),
)
GRID, BOX_QUERIES = 16, ((1, 1), (4, 11), (11, 5))
NEIGHBOURS = Panel("natten-2d", "keys of three cells", {"height": "16", "width": "16", "size": "5"})


def main() -> None:
    (FOLDER / "longnet.svg").write_bytes(picture().encode())
    (FOLDER / "masks.svg").write_bytes(row_of_pictures().encode())


def picture() -> str:
    """Two heads side by side: queries downwards, keys to the right, a colour for each branch."""
    pattern = _pattern("longnet", SIZES)
    size = SIDE * CELL
    width, height = 2 * size + 5 * CELL, size + 8 * CELL
    lines = _opening(width, height)
    for column, head in enumerate((0, 1)):
        left = column * (size + 5 * CELL)
        lines.append(f'<g transform="translate({left} 0)"><rect width="{size}" height="{size}" fill="{EMPTY}"/>')
        lines += _head(pattern, head, SIDE, CELL, NOTHING)
        lines.append("</g>")
    for branch, (w, r) in enumerate(zip((16, 32, 64), (1, 2, 4), strict=True)):
        x, y = branch * (width // 3), size + 3 * CELL
        lines.append(f'<rect x="{x}" y="{y}" width="{2 * CELL}" height="{2 * CELL}" fill="{COLOURS[branch]}"/>')
        lines.append(_text(x + 3 * CELL, y + 2 * CELL, f"segment({w}, dilation={r})"))
    return "\n".join([*lines, "</svg>"]) + "\n"


def row_of_pictures() -> str:
    """Head 0 of several presets side by side; last, the cells of a grid that a few of its cells see."""
    size, step = ROW_SIDE * ROW_CELL, (ROW_SIDE + 4) * ROW_CELL
    lines = _opening(step * len(PANELS) + size, size + 10 * ROW_CELL)
    for column, panel in enumerate((*PANELS, NEIGHBOURS)):
        lines.append(f'<g transform="translate({column * step} 0)">')
        lines.append(f'<rect width="{size}" height="{size}" fill="{EMPTY}"/>')
        lines += _panel(panel)
        lines.append(_text(0, size + 4 * ROW_CELL, panel.preset))
        lines.append(_text(0, size + 8 * ROW_CELL, panel.caption))
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"]) + "\n"


def _panel(panel: Panel) -> Iterator[str]:
    pattern = _pattern(panel.preset, panel.sizes)
    return _cells(pattern) if panel is NEIGHBOURS else _head(pattern, 0, ROW_SIDE, ROW_CELL, panel.inputs)


def _pattern(name: str, sizes: Mapping[str, str]) -> Pattern:
    preset = next(preset for preset in presets() if preset.name == name)
    (pattern,) = analyse(Source(f"{name}.pat", preset.text), dict(sizes)).meanings
    return pattern


def _opening(width: int, height: int) -> list[str]:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return [svg, f'<rect width="{width}" height="{height}" fill="#ffffff"/>']


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-family="monospace" font-size="12">{text}</text>'


def _square(x: int, y: int, cells: int, cell: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{cells * cell - MARGIN}" height="{cell - MARGIN}" fill="{colour}"/>'


def _head(pattern: Pattern, head: int, side: int, cell: int, inputs: Inputs) -> Iterator[str]:
    """Runs of neighbouring keys of one branch as rectangles; where branches overlap the first one shows."""
    for q in range(side):
        row = []
        for k in range(side):
            counts = semantics.multiplicities(pattern, head, q, k, side, HEADS, inputs)
            row.append(next((branch for branch, count in enumerate(counts) if count), None))
        for branch, run in groupby(range(side), key=row.__getitem__):
            keys = list(run)
            if branch is not None:
                yield _square(keys[0] * cell, q * cell, len(keys), cell, COLOURS[branch])


def _cells(pattern: Pattern) -> Iterator[str]:
    """The grid itself, not pairs: for each of a few cells the cells it sees, and the cell."""
    cell = ROW_SIDE * ROW_CELL // GRID
    for (y, x), colour in zip(BOX_QUERIES, COLOURS, strict=True):
        q = y * GRID + x
        for k in range(GRID * GRID):
            (count,) = semantics.multiplicities(pattern, 0, q, k, GRID * GRID, HEADS)
            if count:
                yield _square(k % GRID * cell, k // GRID * cell, 1, cell, OWN if k == q else colour)


if __name__ == "__main__":
    main()
