"""The mask as text: each character shows two pixels, one above the other.

A terminal's background may be light or dark. So nothing is drawn where no pair is admitted, and every colour contrasts
with black and with white.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from patternc.counting.pixels import Counts
from patternc.pictures.palette import TERMINAL, mean_colours

Colour: TypeAlias = Sequence[float]

_SHADES = " ░▒▓█"
_END = "\033[0m"
_CUBE = np.array([0, 95, 135, 175, 215, 255])
"""The levels of red, green and blue of the colour cube of 256-colour terminals."""


def draw(counts: Counts, colour: bool) -> str:
    """The picture with queries downwards and keys to the right; every line ends in a newline."""
    density = counts.density
    even = np.pad(density, ((0, 0), (0, density.shape[1] % 2), (0, 0)), "constant" if counts.exact else "edge")
    pairs = even.reshape(len(even), -1, 2, even.shape[2])
    if colour:
        lines = _blocks_in_colour(pairs) if counts.exact else _shades_in_colour(pairs.mean(axis=2))
    else:
        total = np.minimum(pairs.sum(axis=0), 1.0)
        lines = [line.rstrip() for line in (_blocks(total > 0) if counts.exact else _shades(total.mean(axis=1)))]
    return "".join(f"{line}\n" for line in lines)


def swatch(branch: int, colour: bool) -> str:
    """The symbol of a branch in the legend."""
    return coloured("██", TERMINAL[branch % len(TERMINAL)]) if colour else f"{branch}."


def _blocks(on: NDArray[np.bool_]) -> list[str]:
    """Text for one pixel per pair, on or off: [lines, 2, columns]."""
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return ["".join(signs[bool(a), bool(b)] for a, b in zip(*line, strict=True)) for line in on]


def _shades(density: NDArray[np.float64]) -> list[str]:
    """Text with shades: the square root of the density [lines, columns], which makes sparse areas visible."""
    levels = np.ceil(np.sqrt(np.minimum(density, 1.0)) * (len(_SHADES) - 1)).astype(int)
    return ["".join(_SHADES[level] for level in row) for row in levels]


def _blocks_in_colour(pairs: NDArray[np.float64]) -> list[str]:
    """Coloured text for one pixel per pair, from the density [branches, lines, 2, columns]."""
    branches, lines, _, columns = pairs.shape
    flat = pairs.reshape(branches, 2 * lines, columns)
    colours = [[one if any(one) else None for one in row] for row in mean_colours(flat, TERMINAL).tolist()]
    return ["".join(map(halves, *rows)) for rows in zip(colours[::2], colours[1::2], strict=True)]


def _shades_in_colour(density: NDArray[np.float64]) -> list[str]:
    """Coloured text with shades, from the density [branches, lines, columns]."""
    colours = mean_colours(density, TERMINAL).tolist()
    signs = _shades(density.sum(axis=0))
    return ["".join(map(coloured, *row)) for row in zip(signs, colours, strict=True)]


def halves(top: Colour | None, bottom: Colour | None) -> str:
    """A character with two pixels, one above the other; None: the terminal's background."""
    if top is None:
        return " " if bottom is None else coloured("▄", bottom)
    if bottom is None or top == bottom:
        return coloured("▀" if bottom is None else "█", top)
    return f"\033[48;5;{_cube(bottom)}m{coloured('▀', top)}"


def coloured(text: str, colour: Colour) -> str:
    """Text in a colour on the terminal's background; blanks are not coloured."""
    return f"\033[38;5;{_cube(colour)}m{text}{_END}" if text.strip() else text


def _cube(colour: Colour) -> int:
    """The nearest entry of the 6 x 6 x 6 colour cube."""
    red, green, blue = np.abs(np.subtract.outer(colour, _CUBE)).argmin(axis=1).tolist()
    return int(16 + 36 * red + 6 * green + blue)
