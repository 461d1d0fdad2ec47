"""The mask as text: a character shows two pixels, one above the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patternc.analysis.picture import Counts
from patternc.show.palette import COLOURS, painted

_SHADES = " ░▒▓█"
_END = "\033[0m"


def draw(counts: Counts, colour: bool) -> str:
    """The picture, queries downwards and keys to the right; every line ends in a newline."""
    density = counts.density
    if colour:
        return _in_colour(density)
    total = np.minimum(density.sum(axis=0), 1.0)
    return _half_blocks(total) if counts.exact else _shades(total)


def swatch(branch: int, colour: bool) -> str:
    """The symbol of a branch in the legend."""
    return f"{foreground(COLOURS[branch % len(COLOURS)])}██{_END}" if colour else f"{branch}."


def _half_blocks(density: NDArray[np.float64]) -> str:
    """One pixel per pair: on or off."""
    on = np.vstack([density, np.zeros((len(density) % 2, density.shape[1]))]) > 0
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs = zip(on[::2], on[1::2], strict=True)
    lines = ("".join(signs[bool(a), bool(b)] for a, b in zip(top, bottom, strict=True)) for top, bottom in pairs)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _shades(density: NDArray[np.float64]) -> str:
    """Two pixels per character, shaded by the square root of their mean density, which makes sparse areas visible."""
    padded = np.vstack([density, density[len(density) - len(density) % 2 :]])
    mean = (padded[::2] + padded[1::2]) / 2
    levels = np.ceil(np.sqrt(mean) * (len(_SHADES) - 1)).astype(int)
    return "".join("".join(_SHADES[level] for level in row).rstrip() + "\n" for row in levels)


def _in_colour(density: NDArray[np.float64]) -> str:
    """Two pixels per character: the upper one is the foreground, the lower one the background."""
    pixels = painted(density, background=0)
    pixels = np.vstack([pixels, np.zeros((len(pixels) % 2, *pixels.shape[1:]), np.int64)])
    lines = []
    for top, bottom in zip(pixels[::2], pixels[1::2], strict=True):
        cells = (f"{foreground(tuple(a))}{background(tuple(b))}▀" for a, b in zip(top, bottom, strict=True))
        lines.append("".join(cells) + _END + "\n")
    return "".join(lines)


def foreground(colour: tuple[int, ...]) -> str:
    """The escape sequence of a colour of characters."""
    return f"\033[38;5;{_cube(colour)}m"


def background(colour: tuple[int, ...]) -> str:
    """The same of the colour behind them."""
    return f"\033[48;5;{_cube(colour)}m"


def _cube(colour: tuple[int, ...]) -> int:
    """The nearest entry of the 6 x 6 x 6 colour cube of 256-colour terminals."""
    red, green, blue = (round(part / 255 * 5) for part in colour)
    return 16 + 36 * red + 6 * green + blue
