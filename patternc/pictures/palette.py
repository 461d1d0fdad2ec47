"""The colours of branches, and the colours of pixels with given counts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

COLOURS = ((86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0), (0, 114, 178))
"""One per branch, distinguishable with colour blindness (Okabe and Ito, "Color Universal Design", 2008)."""

TERMINAL = ((0, 135, 215), (175, 135, 0), (0, 135, 95), (215, 95, 175), (135, 135, 0), (215, 95, 0), (135, 95, 215))
"""The same hues for unknown backgrounds: each has a contrast of at least 3:1 with black and with white."""

FRAME = (148, 163, 184)  # red, green, blue
GRID = (203, 213, 225)
"""The colours of the frame of a picture and of the lines of its grid."""


def grid(squares: int, longest: int) -> range:
    """The squares of a side before which the grid has a line: every 2**i-th square, for the smallest fitting i.

    `longest`: the number of squares of the longer side, which the grid divides into at most 16 parts.
    """
    # The most parts into which a grid divides a side.
    step = 1 << (max(1, -(-longest // 16)) - 1).bit_length()
    return range(step, squares, step)


def painted(density: npt.NDArray[np.float64], background: int) -> npt.NDArray[np.int64]:
    """Colours [lines, columns, 3] from 0 to 255: the mean of the branches' colours over a grey background.

    The opacity is the square root of the density, which makes sparse areas visible.
    """
    share = np.sqrt(np.minimum(density.sum(axis=0), 1.0))[..., None]
    return np.asarray((mean_colours(density, COLOURS) * share + background * (1 - share)).astype(np.int64))


def mean_colours(density: npt.NDArray[np.float64], colours: tuple[tuple[int, ...], ...]) -> npt.NDArray[np.float64]:
    """The mean of the branches' colours in each pixel, weighted by density [branches, lines, columns]; 0 if empty."""
    palette = np.array([colours[b % len(colours)] for b in range(len(density))], dtype=np.float64)
    total = density.sum(axis=0)
    return np.asarray(np.einsum("bc,byx->yxc", palette, density / np.where(total > 0, total, 1.0)))


def hexadecimal(colour: tuple[int, ...]) -> str:
    """A colour in the notation of CSS and SVG."""
    return "#" + "".join(f"{part:02x}" for part in colour)
