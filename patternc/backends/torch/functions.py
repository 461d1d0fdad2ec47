"""The functions of a torch module that say what a position sees: bounds, and what bounds and lattices do not say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from patternc.backends.places import place
from patternc.backends.torch.boxes import spelled_out
from patternc.backends.torch.walks import Walk
from patternc.codefmt import Spelling, position_text, returned, truth_lines
from patternc.mask_ir import (
    And,
    Bound,
    Follow,
    Mask,
    OfDocument,
)
from patternc.reads import names_in, names_in_bound
from patternc.source import Source

BoundsPair: TypeAlias = tuple[tuple[Bound, ...], tuple[Bound, ...]]

EVERYTHING, CAUSAL = "_everything", "_causal"
_NAMED: tuple[BoundsPair, ...] = (((), ()), ((), (Follow(1),)))

HERE = Spelling(("q", "q"), ("k", "k"), "int(given_{input}[0])", "given_{input}[0, 0, {x}]", "given_{input}[0, 1, {x}]")
"""Inputs of one batch entry; their names can't meet any other of the file's."""


@dataclass(frozen=True, slots=True)
class BoundsFunction:
    """A function from a position to the lows and highs of the keys it sees; `call` binds what it takes besides."""

    comment: str
    name: str
    parameters: str
    words: str
    lows: str
    highs: str
    call: str


@dataclass(frozen=True, slots=True)
class ResidualFunction:
    """A predicate that bounds and lattices do not say; `call` binds what it takes besides positions."""

    comment: str
    name: str
    parameters: str
    lines: tuple[str, ...]
    call: str


@dataclass(frozen=True, slots=True)
class Names:
    """The distinct bounds and residuals of a kernel, in their order: a function's number is the place here."""

    bounds: tuple[BoundsPair, ...]
    residuals: tuple[tuple[Mask, ...], ...]


def names(walks: tuple[Walk, ...]) -> Names:
    """Number what the pieces of a kernel see."""
    pairs = (pair for walk in walks for pair in (_alone(walk), *([_together(walk)] if walk.documents else [])))
    return Names(
        tuple(dict.fromkeys(pair for pair in pairs if pair not in _NAMED)),
        tuple(dict.fromkeys(walk.piece.residual for walk in walks if walk.piece.residual)),
    )


def bounds_function(walk: Walk, source: Source, numbered: Names) -> BoundsFunction:
    """What a row sees of the strip of columns it is given."""
    return _bounds(_alone(walk), place(walk.piece.span, source), numbered)


def documents_function(walk: Walk, source: Source, numbered: Names) -> BoundsFunction:
    """What a row sees of a strip of several documents."""
    return _bounds(_together(walk), place(walk.piece.span, source), numbered)


def _alone(walk: Walk) -> BoundsPair:
    return walk.lows, walk.highs


def _together(walk: Walk) -> BoundsPair:
    """The bounds with those of the documents."""
    return walk.piece.lows, walk.piece.highs


def _bounds(pair: BoundsPair, comment: str, numbered: Names) -> BoundsFunction:
    match pair:
        case (), ():
            return BoundsFunction("", EVERYTHING, "_x: int", "No bounds: all columns.", "()", "()", EVERYTHING)
        case (), (Follow(1, 0, 1),):
            words = "Columns up to the row's own position x."
            return BoundsFunction("", CAUSAL, "x: int", words, "()", "(x + 1,)", CAUSAL)
        case lows, highs:
            name = f"_sees_{numbered.bounds.index(pair) + 1}"
    follows = any(isinstance(bound, Follow | OfDocument) for bound in lows + highs)
    read = frozenset().union(*map(names_in_bound, lows + highs))
    return BoundsFunction(
        comment=comment,
        name=name,
        parameters=", ".join(("x: int" if follows else "_x: int", *_parameters(read))),
        words="The columns that position x sees.",
        lows=_tuple(lows),
        highs=_tuple(highs),
        call=_bound(name, read),
    )


def _tuple(bounds: tuple[Bound, ...]) -> str:
    texts = [position_text(bound, "x", spelled=HERE) for bound in bounds]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def residual_function(walk: Walk, source: Source, numbered: Names) -> ResidualFunction | None:
    """What is asked of (q, k) besides strips and bounds."""
    if not walk.piece.residual:
        return None
    mask = spelled_out(And(walk.piece.residual))
    read = names_in(mask)
    name = f"_admits_{numbered.residuals.index(walk.piece.residual) + 1}"
    return ResidualFunction(
        comment=place(walk.piece.span, source),
        name=name,
        parameters=", ".join(("q: Tensor", "k: Tensor", *_parameters(read))),
        lines=returned(truth_lines(mask, 4, "seen", HERE)),
        call=_bound(name, read),
    )


_VALUES = {"head": "head", "heads": "num_heads", "n": "n"}


def _parameters(read: frozenset[str]) -> tuple[str, ...]:
    given = sorted(read - _VALUES.keys())
    return (*(f"{name}: int" for name in _VALUES if name in read), *(f"given_{name}: Tensor" for name in given))


def _bound(function: str, read: frozenset[str]) -> str:
    bound = [f"{name}={value}" for name, value in _VALUES.items() if name in read]
    bound += [f"given_{name}=given_{name}" for name in sorted(read - _VALUES.keys())]
    return f"partial({', '.join((function, *bound))})" if bound else function
