"""A picture as a PNG file (ISO/IEC 15948) with 8 bits per channel and no optional chunks."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from patternc.counting.pixels import Counts
from patternc.pictures.palette import FRAME, GRID, grid, painted


def png(counts: Counts) -> bytes:
    """The picture of a mask on a white background with a grid and a frame, as the bytes of a PNG file.

    Grid lines are one pixel wide and lie between squares, so they cover nothing.
    """
    squares = painted(counts.density, background=255).astype(np.uint8)
    longest = max(squares.shape[:2])
    # The most pixels of the longer side, without grid lines; each square of the picture gets as many pixels as fit.
    times = max(1, 1024 // longest)
    pixels = squares.repeat(times, axis=0).repeat(times, axis=1)
    for axis, count in enumerate(squares.shape[:2]):
        lines = np.array(grid(count, longest), dtype=np.int64) * times
        pixels = np.insert(pixels, lines, np.array(GRID, np.uint8), axis=axis)
    framed = np.full((pixels.shape[0] + 2, pixels.shape[1] + 2, 3), FRAME, np.uint8)
    framed[1:-1, 1:-1] = pixels
    return _encoded(framed)


def _encoded(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Pixels [lines, columns, 3] as a PNG file."""
    height, width, _ = pixels.shape
    unfiltered = np.zeros((height, 1), np.uint8)  # the filter type of each line
    lines = np.hstack([unfiltered, pixels.reshape(height, -1)])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
