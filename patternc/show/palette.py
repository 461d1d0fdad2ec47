"""The colours of branches, and counts as colours."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

COLOURS = ((86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0), (0, 114, 178))
"""One per branch, distinguishable with colour blindness (Okabe and Ito, "Color Universal Design", 2008)."""


def painted(density: npt.NDArray[np.float64], background: int) -> npt.NDArray[np.int64]:
    """Colours [lines, columns, 3] of 0 to 255: the mean of the branches' colours over a grey background.

    The square root of the density is the share of the colour, which makes sparse areas visible.
    """
    palette = np.array([COLOURS[b % len(COLOURS)] for b in range(len(density))], dtype=np.float64)
    total = density.sum(axis=0)
    hue = np.einsum("bc,byx->yxc", palette, density / np.where(total > 0, total, 1.0))
    share = np.sqrt(np.minimum(total, 1.0))[..., None]
    return np.asarray((hue * share + background * (1 - share)).astype(np.int64))


def hexadecimal(colour: tuple[int, ...]) -> str:
    """A colour as CSS and SVG write it."""
    return "#" + "".join(f"{part:02x}" for part in colour)
