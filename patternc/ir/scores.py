"""Score modifiers as kernels apply them: how a product of a query and a key becomes a score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from patternc.ir.mask import Alibi, Bias, PairBias, Pattern, Score, Sink, Softcap


@dataclass(frozen=True, slots=True)
class Dimension:
    """A dimension of a grid in a table of biases.

    The cell of position x is `x // stride % size`; the entry of a difference up to `radius` either way is it plus
    `radius`, and `step` entries of the table lie between neighbouring differences.
    """

    stride: int
    size: int
    radius: int
    step: int


def dimensions(bias: Bias) -> tuple[Dimension, ...]:
    """The dimensions of the grid by which a table of biases is read; none where it is read by distance."""
    return tuple(
        Dimension(prod(bias.grid[number + 1 :]), size, radius, prod(2 * r + 1 for r in bias.radii[number + 1 :]))
        for number, (size, radius) in enumerate(zip(bias.grid, bias.radii, strict=False))
    )


@dataclass(frozen=True, slots=True)
class Table:
    """A table of biases by distance, or by cells of a grid: its input's name and how far it reaches.

    `bent`: a softcap follows: the derivative of the final score by the one the bias is added to is not 1.
    """

    name: str
    radii: tuple[int, ...]
    bent: bool
    dimensions: tuple[Dimension, ...] = ()

    @property
    def width(self) -> int:
        """Entries a head."""
        return prod(2 * radius + 1 for radius in self.radii)


@dataclass(frozen=True, slots=True)
class Scores:
    """The steps from products to scores, in order, and whether weights are dropped; a sink is not among the steps."""

    steps: tuple[Alibi | Bias | PairBias | Softcap, ...] = ()
    dropout: bool = False

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of biases."""
        caps = [place for place, step in enumerate(self.steps) if isinstance(step, Softcap)]
        return tuple(
            Table(step.input, step.radii, any(cap > place for cap in caps), dimensions(step))
            for place, step in enumerate(self.steps)
            if isinstance(step, Bias)
        )

    @property
    def by_cells(self) -> bool:
        """Whether a table of biases is read by the cells of a grid."""
        return any(table.dimensions for table in self.tables)

    @property
    def of_pairs(self) -> str:
        """The input that has a number for each pair, which is added to its score; empty if there is none."""
        return "".join(step.input for step in self.steps if isinstance(step, PairBias))

    @property
    def bent_pairs(self) -> bool:
        """Whether a softcap follows these numbers: see `Table.bent`."""
        first = next((one for one in self.steps if isinstance(one, PairBias | Softcap)), None)
        return self.softcap and isinstance(first, PairBias)

    @property
    def bent(self) -> bool:
        """Whether a softcap follows a bias, which it would make finite where the bias excludes a pair."""
        return self.bent_pairs or any(table.bent for table in self.tables)

    @property
    def alibi(self) -> bool:
        """Whether scores depend on the distance by a slope of the head."""
        return any(isinstance(step, Alibi) for step in self.steps)

    @property
    def slopes(self) -> str:
        """The input that holds the slopes of heads; empty if there is none."""
        return "".join(step.input for step in self.steps if isinstance(step, Alibi))

    @property
    def bent_slopes(self) -> bool:
        """Whether a softcap follows the slopes: see `Table.bent`."""
        return self.softcap and isinstance(next(one for one in self.steps if isinstance(one, Alibi | Softcap)), Alibi)

    @property
    def by_head(self) -> bool:
        """Whether scores or weights depend on a head's place in the model."""
        return self.dropout or (self.alibi and not self.slopes)

    @property
    def softcap(self) -> bool:
        """Whether scores bend, so that their derivative by the products is not 1."""
        return any(isinstance(step, Softcap) for step in self.steps)

    @property
    def pairs(self) -> bool:
        """Whether scores or weights depend on pairs of positions by tensors or by chance, which takes registers."""
        return self.dropout or bool(self.tables) or bool(self.of_pairs)

    @property
    def rising(self) -> bool:
        """Whether scores differ from products by a factor alone: the greatest of one is then that of the other."""
        return not self.steps


def inputs_of_scores(scores: Iterable[Score]) -> tuple[str, ...]:
    """The names of the inputs that score modifiers read, in order: all have gradients."""
    named = (score.input for score in scores if not isinstance(score, Softcap))
    return tuple(name for name in named if name)


def kernel_scores(pattern: Pattern) -> Scores:
    """The modifiers of a pattern that its kernels apply."""
    return Scores(tuple(score for score in pattern.scores if not isinstance(score, Sink)), pattern.dropout)
