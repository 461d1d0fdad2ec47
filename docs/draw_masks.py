"""Draw the README's picture: the preset `longnet` at a size where every pair is a square. Run with `make figures`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from patternc import semantics
from patternc.cli.presets import presets
from patternc.driver import analyse
from patternc.mask_ir import Pattern
from patternc.source import Source

FOLDER = Path(__file__).resolve().parent
SIDE, CELL, MARGIN = 64, 5, 1
HEADS = 4
COLOURS = ("#56b4e9", "#e69f00", "#009e73")  # Okabe and Ito
SIZES = {"w": "[16, 32, 64]", "r": "[1, 2, 4]"}


def main() -> None:
    (FOLDER / "longnet.svg").write_bytes(picture().encode())


def picture() -> str:
    """Two heads side by side: queries downwards, keys to the right, a colour for each branch."""
    preset = next(preset for preset in presets() if preset.name == "longnet")
    (pattern,) = analyse(Source("longnet.pat", preset.text), SIZES).meanings
    size = SIDE * CELL
    width, height = 2 * size + 5 * CELL, size + 8 * CELL
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    ]
    lines.append(f'<rect width="{width}" height="{height}" fill="#ffffff"/>')
    for column, head in enumerate((0, 1)):
        left = column * (size + 5 * CELL)
        lines.append(f'<g transform="translate({left} 0)"><rect width="{size}" height="{size}" fill="#f2f2f2"/>')
        lines += _head(pattern, head)
        lines.append("</g>")
    for branch, (w, r) in enumerate(zip((16, 32, 64), (1, 2, 4), strict=True)):
        x, y = branch * (width // 3), size + 3 * CELL
        lines.append(f'<rect x="{x}" y="{y}" width="{2 * CELL}" height="{2 * CELL}" fill="{COLOURS[branch]}"/>')
        text = f"segment({w}, dilation={r})"
        lines.append(
            f'<text x="{x + 3 * CELL}" y="{y + 2 * CELL}" font-family="monospace" font-size="12">{text}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _head(pattern: Pattern, head: int) -> Iterator[str]:
    """Runs of neighbouring keys of one branch as rectangles; where branches overlap the first one shows."""
    for q in range(SIDE):
        row = []
        for k in range(SIDE):
            counts = semantics.multiplicities(pattern, head, q, k, SIDE, HEADS)
            row.append(next((branch for branch, count in enumerate(counts) if count), None))
        for branch, run in groupby(range(SIDE), key=row.__getitem__):
            keys = list(run)
            if branch is not None:
                yield (
                    f'<rect x="{keys[0] * CELL}" y="{q * CELL}" width="{len(keys) * CELL - MARGIN}" '
                    f'height="{CELL - MARGIN}" fill="{COLOURS[branch]}"/>'
                )


if __name__ == "__main__":
    main()
