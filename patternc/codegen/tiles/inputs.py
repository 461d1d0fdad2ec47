"""Inputs of programs: tensors and numbers of a call, the statements that look them up, and score modifiers.

An input `docs` is the argument `given_docs` of programs, `stride_of_docs` the elements from one batch entry to the
next, 0 where all share one, and `cuts_of_docs` how many cuts between documents follow the positions of a batch entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.tiles.bounds import SEQ_LEN, batch_bound, cut_count, document_table
from patternc.ir.index import ZERO, Expr, Lookup, Narrowed, Num, Tail, Var, Wide, least, plus, times
from patternc.ir.interface import Argument, given_name, short_name
from patternc.ir.kernel import Piece
from patternc.ir.mask import (
    Alibi,
    Bias,
    Bound,
    Constant,
    FromEnd,
    InputKind,
    OfBatch,
    OfDocument,
    Pattern,
    RelativePosition,
    Score,
    Sink,
    Softcap,
)
from patternc.ir.tile import LIMIT, Let, number
from patternc.ir.traversal import bounds_in


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a pattern that programs may read.

    `tensors`, `scalars`: arguments; `runtime`: those of the latter that change from call to call. `shared`: inputs
    whose batch entries a stride tells apart. `tables`: inputs that have a gradient. `drops`: weights are dropped.
    """

    tensors: tuple[str, ...]
    scalars: tuple[str, ...]
    runtime: tuple[str, ...]
    shared: tuple[Argument, ...]
    tables: tuple[str, ...]
    drops: bool


def program_inputs(inputs: Sequence[Argument]) -> Inputs:
    """The inputs of a call that programs may read."""
    shared = tuple(one for one in inputs if one.facts.shared)
    others = tuple(one.name for one in inputs if one.facts.rule and not one.facts.shared)
    tables = tuple(one.name for one in inputs if one.kind is InputKind.TABLE)
    drops = any(one.kind is InputKind.DROPOUT for one in inputs)
    strides = tuple(f"stride_of_{short_name(one.name)}" for one in shared)
    cuts = tuple(cut_count(one.name).name for one in shared if one.facts.cuts)
    heads = tuple(one.name for one in inputs if one.kind is InputKind.HEADS)
    return Inputs(
        tensors=tuple(given_name(name) for name in (*(one.name for one in shared), *others, *tables)),
        scalars=(*heads, *strides, *cuts, *(("seed", "threshold", "kept") if drops else ())),
        runtime=(*heads, *strides, *cuts, *(("seed", "threshold") if drops else ())),
        shared=shared,
        tables=tables,
        drops=drops,
    )


def documents_of(name: str, line: int = 0, after: Expr = ZERO) -> Tail:
    """A line of a batch entry's table of documents, from an entry on: starts by position, or ends; then cuts."""
    entry = times(Wide(Var("batch")), Var(f"stride_of_{short_name(name)}"))
    start = plus(plus(entry, SEQ_LEN), cut_count(name)) if line else entry
    return Tail(given_name(name), plus(start, after))


def lookups(pieces: Sequence[Piece], others: Sequence[Bound] = ()) -> tuple[Let, ...]:
    """Statements that find what the bounds of some pieces, and others, read of the program's batch entry."""
    bounds = dict.fromkeys([*(bound for piece in pieces for bound in _bounds(piece)), *others])
    return tuple(dict.fromkeys(one for bound in bounds for one in _looked_up(bound)))


def _looked_up(bound: Bound) -> Iterator[Let]:
    batch = Var("batch")
    match bound:
        case OfBatch(name, 1):
            yield Let((batch_bound(name, 1),), (Lookup(given_name(name), batch),))
        case OfBatch(name, scale):
            # A length of blocks may be said of a longer sequence: 64 bits until it is cut.
            scaled = times(Wide(Lookup(given_name(name), batch)), number(scale))
            yield Let((batch_bound(name, scale),), (Narrowed(least(scaled, Num(LIMIT))),))
        case OfDocument(name, end):
            yield Let((document_table(bound),), (documents_of(name, line=int(end)),))
        case Constant() | FromEnd() | RelativePosition():
            pass
        case _:
            assert_never(bound)


def _bounds(piece: Piece) -> Iterator[Bound]:
    yield from (*piece.lows, *piece.highs, *piece.row_lows, *piece.row_highs)
    for mask in piece.residual:
        yield from bounds_in(mask)


# ---- score modifiers, as data: how a tile of products becomes scores, and how gradients flow back --------------------
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
    """A step from a product to a score: "alibi", "bias" (`number`: the radius) or "softcap" (`number`: the cap)."""

    kind: str
    number: float = 0.0


@dataclass(frozen=True, slots=True)
class Scores:
    """The steps that kernels apply to products of queries and keys, in order; a sink is not among them."""

    steps: tuple[Modifier, ...]
    tables: tuple[Table, ...]
    dropout: bool

    @property
    def alibi(self) -> bool:
        """Whether scores depend on the distance by a slope of the head."""
        return any(step.kind == "alibi" for step in self.steps)

    @property
    def by_head(self) -> bool:
        """Whether scores or weights depend on a head's place in the model."""
        return self.dropout or self.alibi

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


def kernel_scores(pattern: Pattern) -> Scores:
    """The modifiers of a pattern that its kernels apply."""
    modifiers = tuple(score for score in pattern.scores if not isinstance(score, Sink))
    tables = tuple(
        Table(score.input, score.radius, any(isinstance(later, Softcap) for later in modifiers[place:]))
        for place, score in enumerate(modifiers)
        if isinstance(score, Bias)
    )
    return Scores(tuple(map(_modifier, modifiers)), tables, pattern.dropout)


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
