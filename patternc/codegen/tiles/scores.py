"""Score modifiers of kernels, as data: how a tile of products becomes scores, and how gradients flow back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.ir.mask import Alibi, Bias, Score, Sink, Softcap


@dataclass(frozen=True, slots=True)
class Table:
    """A table of biases by distance: its input's name and how far it reaches.

    `bent`: a softcap follows: the derivative of the final score by the one the bias is added to is not 1.
    """

    name: str
    radius: int
    bent: bool

    @property
    def width(self) -> int:
        """Entries a head."""
        return 2 * self.radius + 1


@dataclass(frozen=True, slots=True)
class Modifier:
    """One step from a product to a score: "alibi", "bias" (`number`: the radius) or "softcap" (`number`: the cap)."""

    kind: str
    number: float = 0.0


@dataclass(frozen=True, slots=True)
class Scores:
    """What kernels do to the products of queries and keys, in order; a sink is none of theirs."""

    steps: tuple[Modifier, ...]
    tables: tuple[Table, ...]
    dropout: bool

    @property
    def alibi(self) -> bool:
        """Whether scores depend on the distance by a slope of the head."""
        return any(step.kind == "alibi" for step in self.steps)

    @property
    def softcap(self) -> bool:
        """Whether scores bend, so that their derivative by the products is not 1."""
        return any(step.kind == "softcap" for step in self.steps)

    @property
    def pairs(self) -> bool:
        """Whether scores or weights depend on pairs of positions by tables or by chance, which takes registers."""
        return self.dropout or bool(self.tables)

    @property
    def rising(self) -> bool:
        """Whether scores differ from products by a factor alone: the greatest of one is then that of the other."""
        return not self.steps


def kernel_scores(scores: Sequence[Score], *, dropout: bool) -> Scores:
    """The modifiers of a pattern that its kernels apply."""
    found = tuple(score for score in scores if not isinstance(score, Sink))
    tables = tuple(
        Table(score.input, score.radius, any(isinstance(later, Softcap) for later in found[place:]))
        for place, score in enumerate(found)
        if isinstance(score, Bias)
    )
    return Scores(tuple(map(_modifier, found)), tables, dropout)


def _modifier(score: Score) -> Modifier:
    match score:
        case Alibi():
            return Modifier("alibi")
        case Bias(_, radius):
            return Modifier("bias", radius)
        case Softcap(cap):
            return Modifier("softcap", cap)
        case Sink():
            raise AssertionError("a sink is mixed in outside of the kernels")
        case _:
            assert_never(score)
