"""The colours of branches, and counts as colours."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

COLOURS = ((86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0), (0, 114, 178))
"""One per branch, distinguishable with colour blindness (Okabe and Ito, "Color Universal Design", 2008)."""

TERMINAL = ((0, 135, 215), (175, 135, 0), (0, 135, 95), (215, 95, 175), (135, 135, 0), (215, 95, 0), (135, 95, 215))
"""The same hues where the background is unknown: each contrasts with black and with white by 3 to 1 at least."""

FRAME = (148, 163, 184)
GRID = (203, 213, 225)
"""The lines around a picture, and those of its grid."""
PARTS = 16
"""The most parts into which a grid divides a side."""


def grid(squares: int, longest: int) -> range:
    """The squares of a side before which a grid has a line: every power of two of them, from the first square.

    `longest`: the squares of the longer side, which has at most `PARTS` parts.
    """
    step = 1 << (max(1, -(-longest // PARTS)) - 1).bit_length()
    return range(step, squares, step)


def painted(density: npt.NDArray[np.float64], background: int) -> npt.NDArray[np.int64]:
    """Colours [lines, columns, 3] of 0 to 255: the mean of the branches' colours over a grey background.

    The square root of the density is the share of the colour, which makes sparse areas visible.
    """
    share = np.sqrt(np.minimum(density.sum(axis=0), 1.0))[..., None]
    return np.asarray((mean_colours(density, COLOURS) * share + background * (1 - share)).astype(np.int64))


def mean_colours(density: npt.NDArray[np.float64], colours: tuple[tuple[int, ...], ...]) -> npt.NDArray[np.float64]:
    """The mean colour of the branches of each pixel, weighted by density [branches, lines, columns]; black of none."""
    palette = np.array([colours[b % len(colours)] for b in range(len(density))], dtype=np.float64)
    total = density.sum(axis=0)
    return np.asarray(np.einsum("bc,byx->yxc", palette, density / np.where(total > 0, total, 1.0)))


def hexadecimal(colour: tuple[int, ...]) -> str:
    """A colour as CSS and SVG write it."""
    return "#" + "".join(f"{part:02x}" for part in colour)
