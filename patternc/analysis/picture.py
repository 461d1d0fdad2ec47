"""The mask as text: a character shows two pixels, one above the other; a pixel counts the pairs that it covers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from patternc.analysis.work import in_closed_form, keys_per_row
from patternc.ir import semantics
from patternc.ir.mask import (
    And,
    Below,
    Branch,
    Combine,
    Constant,
    HeadGroup,
    HeadRange,
    Or,
    Pattern,
    Side,
)
from patternc.ir.semantics import Inputs
from patternc.transforms import PASSES, Clause, clauses_of

TRIED = 1 << 24  # up to this many pairs, every pair is evaluated
CLOSED = 1 << 20  # most rows at which closed forms are evaluated, for a picture and at a time
SAMPLED = 1 << 27  # most pairs evaluated otherwise, in rows drawn at random
LEAST_ROWS = 128  # fewest rows drawn, even if that evaluates more pairs

Edges: TypeAlias = NDArray[np.int64]

# One colour per branch, distinguishable with colour blindness (Okabe and Ito, "Color Universal Design", 2008).
_COLOURS = ((86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0), (0, 114, 178))
_SHADES = " ░▒▓█"
_END = "\033[0m"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over all rows. `error`: its standard error if only rows drawn at random were counted, otherwise 0."""

    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of admitted pairs of each pixel for each branch of a head, and the mean number of keys per row.

    `admitted` [branches, size, size]: pairs counted with their multiplicity; `area` [size, size]: pairs evaluated.
    `rows`: how many of the `n` query rows were counted; all of them unless that would take too long.
    `keys`: the mean of each branch; `together`: the mean over all branches.
    """

    n: int
    rows: int
    branches: tuple[Branch, ...]
    admitted: NDArray[np.int64]
    area: NDArray[np.int64]
    keys: tuple[Mean, ...]
    together: Mean


@dataclass(frozen=True, slots=True)
class _Lines:
    """The counted rows in ascending order, and the index among them at which each line of pixels begins."""

    rows: Edges
    starts: Edges

    def areas(self, edges: Edges) -> Edges:
        counts = np.diff(np.append(self.starts, self.rows.size))
        return np.outer(counts, np.diff(edges))


def count(pattern: Pattern, head: int, heads: int, n: int, size: int, inputs: Inputs = semantics.NOTHING) -> Counts:
    """Count the pairs of a `size` x `size` picture: one pixel per pair if n fits, otherwise the largest power of two.

    `inputs`: the runtime inputs of one batch entry.
    """
    size = n if n <= size else 1 << (size.bit_length() - 1)
    edges = np.linspace(0, n, size + 1).astype(np.int64)
    branches = semantics.group_of(pattern, head, heads).branches
    normals = tuple(_normal(branch) for branch in branches)
    closed = tuple(all(in_closed_form(clause) for clause in _clauses(one)) for one in normals)
    if n * n > TRIED and all(closed):
        lines = _lines(edges, n if n <= CLOSED else CLOSED // size)
        admitted = np.stack([_count_closed(one, head, heads, n, edges, lines, inputs) for one in normals])
    else:
        lines = _lines(edges, n if n * n <= TRIED else max(-(-LEAST_ROWS // size), SAMPLED // n // size))
        admitted = _count_tried(pattern, head, heads, n, edges, lines, inputs)
    if lines.rows.size == n:
        sums = [float(one.sum()) / n for one in admitted]
        keys, together = tuple(Mean(one) for one in sums), Mean(sum(sums))
    else:
        keys, together = _means(normals, closed, head, heads, n, lines.rows, inputs)
    return Counts(n, lines.rows.size, branches, admitted, lines.areas(edges), keys, together)


def _lines(edges: Edges, most: int) -> _Lines:
    """All rows of each line of pixels, or `most` of them drawn at random, so that no period is favoured."""
    draws = np.random.default_rng(0)
    parts = [
        np.arange(start, stop) if stop - start <= most else np.unique(draws.integers(start, stop, most))
        for start, stop in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    ]
    return _Lines(np.concatenate(parts), np.cumsum([0, *(part.size for part in parts[:-1])]))


def _means(
    normals: tuple[Pattern, ...],
    closed: tuple[bool, ...],
    head: int,
    heads: int,
    n: int,
    rows: Edges,
    inputs: Inputs,
) -> tuple[tuple[Mean, ...], Mean]:
    """Mean keys per row of each branch and of all; of all rows for closed forms, otherwise of drawn rows."""
    keys, drawn, together = [], np.zeros(rows.size, np.int64), 0.0
    for normal, exact in zip(normals, closed, strict=True):
        if exact:
            keys.append(Mean(_total(normal, head, heads, n, inputs) / n))
        else:
            found = keys_per_row(normal, head, heads, n, inputs, rows)
            drawn += found
            keys.append(_estimate(found, n))
        together += keys[-1].value
    return tuple(keys), Mean(together, _estimate(drawn, n).error)


def _total(normal: Pattern, head: int, heads: int, n: int, inputs: Inputs) -> int:
    starts = range(0, n, CLOSED)
    rows = (np.arange(start, min(start + CLOSED, n)) for start in starts)
    return sum(int(keys_per_row(normal, head, heads, n, inputs, part).sum()) for part in rows)


def _estimate(found: Edges, n: int) -> Mean:
    error = float(found.std(ddof=1)) * sqrt((1 - found.size / n) / found.size) if found.size > 1 else inf
    return Mean(float(found.mean()), error)


def _count_tried(pattern: Pattern, head: int, heads: int, n: int, edges: Edges, lines: _Lines, inputs: Inputs) -> Edges:
    """Pairs per branch and pixel [branches, size, size], by evaluating every key of the rows."""
    size = len(edges) - 1
    branches = semantics.group_of(pattern, head, heads).branches
    admitted = np.zeros((len(branches), size, size), dtype=np.int64)
    keys = np.arange(n, dtype=np.int64)[None, :]
    for y, queries in enumerate(np.split(lines.rows, lines.starts[1:])):
        counts = semantics.multiplicities(pattern, head, queries[:, None], keys, n, heads, inputs)
        for b, found in enumerate(counts):
            columns = np.broadcast_to(found, (len(queries), n)).sum(axis=0, dtype=np.int64)
            admitted[b, y] = np.add.reduceat(columns, edges[:-1])
    return admitted


def _count_closed(normal: Pattern, head: int, heads: int, n: int, edges: Edges, lines: _Lines, inputs: Inputs) -> Edges:
    """Pairs per pixel [size, size], from the number of keys below each pixel edge in closed form."""
    below = [np.zeros(len(edges) - 1, dtype=np.int64)]
    for edge in edges[1:]:
        found = keys_per_row(_limited(normal, int(edge)), head, heads, n, inputs, lines.rows)
        below.append(np.add.reduceat(found, lines.starts))
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


def _limited(normal: Pattern, stop: int) -> Pattern:
    """The pattern restricted to keys below `stop`."""
    limit = Below(Side.KEY, Constant(stop))
    (group,) = normal.groups
    branches = tuple(
        replace(branch, mask=Or(tuple(And((*clause, limit)) for clause in clauses_of(branch.mask))))
        for branch in group.branches
    )
    return replace(normal, groups=(replace(group, branches=branches),))


def draw(counts: Counts, colour: bool) -> str:
    """The picture, queries downwards and keys to the right; every line ends in a newline."""
    density = counts.admitted / counts.area
    if colour:
        return _in_colour(density)
    total = np.minimum(density.sum(axis=0), 1.0)
    return _half_blocks(total) if counts.admitted.shape[1] == counts.n else _shades(total)


def swatch(branch: int, colour: bool) -> str:
    """The symbol of a branch in the legend."""
    return f"{_foreground(_COLOURS[branch % len(_COLOURS)])}██{_END}" if colour else f"{branch}."


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
    """The nearest entry of the 6 x 6 x 6 colour cube of 256-colour terminals."""
    red, green, blue = (round(part / 255 * 5) for part in colour)
    return 16 + 36 * red + 6 * green + blue
