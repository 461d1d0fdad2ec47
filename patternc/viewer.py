"""The mask as text: one character is two pixels, one above the other; a pixel counts the pairs it stands for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from patternc import semantics
from patternc.cost import keys_per_row
from patternc.mask_ir import (
    And,
    AtLeast,
    Below,
    Branch,
    Combine,
    Constant,
    HeadGroup,
    HeadRange,
    Or,
    Pattern,
    Residue,
    SameResidue,
    Side,
)
from patternc.passes import PASSES, Clause, clauses_of
from patternc.semantics import Inputs

TRIED = 1 << 24  # pairs below which every pair is tried: quicker than thinking
CLOSED = 1 << 20  # positions up to which closed forms are evaluated row by row
SAMPLED = 1 << 27  # pairs tried where neither will do: some rows stand for all

Edges: TypeAlias = NDArray[np.int64]

# One colour a branch, told apart by most eyes (Okabe and Ito, "Color Universal Design", 2008).
_COLOURS = ((86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0), (0, 114, 178))
_SHADES = " ░▒▓█"
_END = "\033[0m"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many pairs of each pixel a head's branches admit.

    admitted [branches, size, size] pairs counted with their multiplicity; area [size, size] pairs looked at.
    `rows`: of `n` query rows so many were counted; all of them unless that would take too long.
    """

    n: int
    rows: int
    branches: tuple[Branch, ...]
    admitted: NDArray[np.int64]
    area: NDArray[np.int64]

    @property
    def exact(self) -> bool:
        return self.rows == self.n

    def keys_a_row(self, branch: int) -> float:
        """Mean number of keys a query has in a branch."""
        return float(self.admitted[branch].sum()) / self.rows


def count(pattern: Pattern, head: int, heads: int, n: int, size: int, inputs: Inputs = semantics.NOTHING) -> Counts:
    """Count the pairs of a `size` x `size` picture: one pixel a pair if n fits, else the largest power of two.

    `inputs`: what one batch entry is given at run time.
    """
    size = n if n <= size else 1 << (size.bit_length() - 1)
    edges = np.linspace(0, n, size + 1).astype(np.int64)
    branches = semantics.group_of(pattern, head, heads).branches
    normals = tuple(_normal(branch) for branch in branches)
    if n * n > TRIED and n <= CLOSED and all(_closed(clause) for one in normals for clause in _clauses(one)):
        admitted = np.stack([_count_closed(one, head, heads, n, edges, inputs) for one in normals])
        return Counts(n, n, branches, admitted, np.outer(np.diff(edges), np.diff(edges)))
    return _count_tried(pattern, head, heads, n, edges, inputs)


def _count_tried(pattern: Pattern, head: int, heads: int, n: int, edges: Edges, inputs: Inputs) -> Counts:
    """By trying every key of every row, or of some rows in each line of pixels."""
    size = len(edges) - 1
    per_pixel = max(1, min(-(-n // size), SAMPLED // n // size))
    branches = semantics.group_of(pattern, head, heads).branches
    admitted = np.zeros((len(branches), size, size), dtype=np.int64)
    area = np.zeros((size, size), dtype=np.int64)
    keys, rows = np.arange(n, dtype=np.int64)[None, :], 0
    for y in range(size):
        queries = _spread(int(edges[y]), int(edges[y + 1]), per_pixel)
        rows += len(queries)
        area[y] = len(queries) * np.diff(edges)
        counts = semantics.multiplicities(pattern, head, queries[:, None], keys, n, heads, inputs)
        for b, found in enumerate(counts):
            columns = np.broadcast_to(found, (len(queries), n)).sum(axis=0, dtype=np.int64)
            admitted[b, y] = np.add.reduceat(columns, edges[:-1])
    return Counts(n, rows, branches, admitted, area)


def _count_closed(normal: Pattern, head: int, heads: int, n: int, edges: Edges, inputs: Inputs) -> Edges:
    """Pairs of each pixel [size, size], from the number of keys below each edge in closed form."""
    below = [np.zeros(len(edges) - 1, dtype=np.int64)]
    for edge in edges[1:]:
        rows = keys_per_row(_limited(normal, int(edge)), head, heads, n, inputs)
        below.append(np.add.reduceat(rows, edges[:-1]))
    totals = np.stack(below, axis=1)
    return totals[:, 1:] - totals[:, :-1]


def _normal(branch: Branch) -> Pattern:
    """A branch alone, in the normal form of the passes."""
    pattern = Pattern("branch", (HeadGroup(HeadRange(0, None), (branch,), Combine.LSE),))
    for stage in PASSES:
        pattern = stage.run(pattern)
    return pattern


def _clauses(normal: Pattern) -> tuple[Clause, ...]:
    return tuple(clause for group in normal.groups for branch in group.branches for clause in clauses_of(branch.mask))


def _closed(clause: Clause) -> bool:
    """Whether a row's keys are one strided run: bounds, and one residue class of the whole sequence at most."""
    lattices = [
        one for one in clause if isinstance(one, SameResidue) or (isinstance(one, Residue) and one.side is Side.KEY)
    ]
    others = [one for one in clause if one not in lattices]
    return (
        len(lattices) <= 1
        and all(one.segment is None and one.block == 1 for one in lattices)
        and all(isinstance(one, AtLeast | Below | Residue) for one in others)
    )


def _limited(normal: Pattern, stop: int) -> Pattern:
    """The same with keys below `stop` only."""
    limit = Below(Side.KEY, Constant(stop))
    (group,) = normal.groups
    branches = tuple(
        replace(branch, mask=Or(tuple(And((*clause, limit)) for clause in clauses_of(branch.mask))))
        for branch in group.branches
    )
    return replace(normal, groups=(replace(group, branches=branches),))


def _spread(start: int, stop: int, most: int) -> NDArray[np.int64]:
    """All rows of a range, or `most` of them at golden-ratio steps, which no dilation keeps in step with."""
    if stop - start <= most:
        return np.arange(start, stop, dtype=np.int64)
    fractions = np.arange(most) * 0.6180339887498949 % 1.0
    return np.unique(start + (fractions * (stop - start)).astype(np.int64))


def draw(counts: Counts, colour: bool) -> str:
    """The picture, queries downwards and keys to the right; every line ends in a newline."""
    density = counts.admitted / counts.area
    if colour:
        return _in_colour(density)
    total = np.minimum(density.sum(axis=0), 1.0)
    return _half_blocks(total) if counts.admitted.shape[1] == counts.n else _shades(total)


def swatch(branch: int, colour: bool) -> str:
    """The sign of a branch in a legend."""
    return f"{_foreground(_COLOURS[branch % len(_COLOURS)])}██{_END}" if colour else f"{branch}."


def _half_blocks(density: NDArray[np.float64]) -> str:
    """One pixel a pair: on or off."""
    on = np.vstack([density, np.zeros((len(density) % 2, density.shape[1]))]) > 0
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs = zip(on[::2], on[1::2], strict=True)
    lines = ("".join(signs[bool(a), bool(b)] for a, b in zip(top, bottom, strict=True)) for top, bottom in pairs)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _shades(density: NDArray[np.float64]) -> str:
    """Two pixels a character, their mean density as a shade; the square root tells sparse from empty."""
    padded = np.vstack([density, density[len(density) - len(density) % 2 :]])
    mean = (padded[::2] + padded[1::2]) / 2
    levels = np.ceil(np.sqrt(mean) * (len(_SHADES) - 1)).astype(int)
    return "".join("".join(_SHADES[level] for level in row).rstrip() + "\n" for row in levels)


def _in_colour(density: NDArray[np.float64]) -> str:
    """Two pixels a character: the upper is its foreground, the lower its background."""
    branches, size, _ = density.shape
    palette = np.array([_COLOURS[b % len(_COLOURS)] for b in range(branches)], dtype=np.float64)
    total = density.sum(axis=0)
    shares = density / np.where(total > 0, total, 1.0)
    hue = np.einsum("bc,byx->yxc", palette, shares)
    pixels = hue * np.sqrt(np.minimum(total, 1.0))[..., None]
    pixels = np.vstack([pixels, np.zeros((size % 2, *pixels.shape[1:]))]).astype(int)
    lines = []
    for top, bottom in zip(pixels[::2], pixels[1::2], strict=True):
        cells = (f"{_foreground(tuple(a))}{_background(tuple(b))}▀" for a, b in zip(top, bottom, strict=True))
        lines.append("".join(cells) + _END + "\n")
    return "".join(lines)


def _foreground(colour: tuple[int, ...]) -> str:
    return f"\033[38;5;{_cube(colour)}m"


def _background(colour: tuple[int, ...]) -> str:
    return f"\033[48;5;{_cube(colour)}m"


def _cube(colour: tuple[int, ...]) -> int:
    """The nearest entry of the 6 x 6 x 6 colour cube every 256-colour terminal has."""
    red, green, blue = (round(part / 255 * 5) for part in colour)
    return 16 + 36 * red + 6 * green + blue
