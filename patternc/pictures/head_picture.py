"""The mask of one head of a pattern: counted, titled, and drawn as text or SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.cost.sample_inputs import described
from patternc.counting.pixels import Counts, Mean, Region, count
from patternc.ir.mask import Pattern
from patternc.ir.semantics import Inputs
from patternc.pictures.svg import Panel, svg
from patternc.pictures.terminal import draw, swatch

PIXELS = 256
"""The most pixels of the longer side of an SVG or PNG picture."""


@dataclass(frozen=True, slots=True)
class HeadPicture:
    """A head of a pattern and the call that is drawn; `print` shows it as text, a notebook as SVG.

    `pattern`: as written. `written`: the statements of the head's branches. `inputs`: of one batch entry.
    """

    pattern: Pattern
    head: int
    heads: int
    n: int
    region: Region
    written: tuple[str, ...]
    inputs: Inputs

    def __str__(self) -> str:
        # No terminal whose width is known: 78 columns.
        return "\n".join(self.text(78, colour=False))

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def title(self) -> str:
        """A line that describes the picture."""
        rows, columns = self.region.rows, self.region.columns
        title = f"{self.pattern.name}: head {self.head} of {self.heads}"
        if self.region == Region(range(self.n), range(self.n)):
            return f"{title}, {self.n} positions"
        parts = f"rows {rows.start}:{rows.stop}, columns {columns.start}:{columns.stop}"
        return f"{title}, {parts} of {self.n} positions"

    def counts(self, size: int = PIXELS) -> Counts:
        """The pair counts of a picture with at most `size` pixels per side."""
        return count(self.pattern, self.head, self.heads, self.n, size, self.inputs, self.region)

    def svg(self) -> str:
        """The picture as an SVG file."""
        return svg((Panel(self.counts(), self.title, self.written),), self.title)

    def text(self, columns: int, *, colour: bool) -> Iterator[str]:
        """The inputs, the picture of at most so many columns, the keys per row, and the legend of the branches."""
        for line in described(self.pattern, self.inputs):
            yield f"{self.pattern.name}: {line}"
        counts, width = self.counts(columns), len(self.region.columns)
        yield f"{self.title}, {keys_per_row(counts.together, width)}"
        if counts.rows < len(self.region.rows):
            yield f"(the picture counts {counts.rows} of {len(self.region.rows)} rows, drawn at random)"
        size = counts.admitted.shape[2]
        yield f"┌{'─' * size}┐"
        for line in draw(counts, colour).splitlines():
            blank = " " * (0 if colour else size - len(line))
            yield f"│{line}{blank}│"
        yield f"└{'─' * size}┘"
        for b, text in enumerate(self.written):
            yield f"{swatch(b, colour)} {text}"
            yield f"   {keys_per_row(counts.keys[b], width)}"


def keys_per_row(mean: Mean, columns: int) -> str:
    """Keys per row, with the standard error if it is an estimate; density is the share of the columns."""
    density = mean.value / columns
    share = f"density {density:.4f}" if density >= 0.001 or not density else f"density {density:.2g}"
    if mean.error:
        return f"about {mean.value:.1f} keys per row (standard error {mean.error:.2g}), {share}"
    return f"{mean.value:.1f} keys per row, {share}"
