"""The functions of a torch module that say what a position sees: bounds, and what bounds and lattices do not say."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TypeAlias

from patternc.codegen.provenance import place
from patternc.codegen.python_text import Spelling, position_text, returned, truth_lines
from patternc.codegen.torch.boxes import spelled_out
from patternc.codegen.torch.selection_tables import Held, held_by, masks_of, without
from patternc.codegen.torch.walks import Walk
from patternc.ir.mask import (
    And,
    Bound,
    Follow,
    Mask,
    OfDocument,
)
from patternc.ir.traversal import names_in, names_in_bound
from patternc.source import Source

BoundsPair: TypeAlias = tuple[tuple[Bound, ...], tuple[Bound, ...]]
Asked: TypeAlias = tuple[tuple[Mask, ...], tuple[tuple[Mask, int], ...]]
"""What is asked of pairs: that all of some masks hold, or how often they count."""

ADMITS = "Whether q sees k, as far as strips and bounds do not tell."
HASHED = "_picked({query}, {key}, {block}, {seed}, {threshold}, head)"
COUNTS = "How often k counts for q."

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
    words: str
    lines: tuple[str, ...]
    call: str


@dataclass(frozen=True, slots=True)
class Names:
    """The distinct bounds and residuals of a kernel, in their order: a function's number is the place here."""

    bounds: tuple[BoundsPair, ...]
    residuals: tuple[Asked, ...]
    held: tuple[Held, ...] = ()


def names(walks: tuple[Walk, ...], tables: tuple[Held, ...]) -> Names:
    """Number what the pieces of a kernel see."""
    pairs = (pair for walk in walks for pair in (_alone(walk), *([_together(walk)] if walk.documents else [])))
    return Names(
        tuple(dict.fromkeys(pair for pair in pairs if pair not in _NAMED)),
        tuple(dict.fromkeys(_asked(walk) for walk in walks if masks_of(walk.piece))),
        tables,
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
    masks, tables = masks_of(walk.piece), held_by(walk.piece, numbered.held)
    if not masks:
        return None
    spelled = replace(HERE, held=tuple(one.selection for one in numbered.held), hashed=HASHED)
    read = names_in(And(tuple(without(spelled_out(mask), {one.selection for one in tables}) for mask in masks)))
    name = f"_admits_{numbered.residuals.index(_asked(walk)) + 1}"
    counted = tuple((spelled_out(mask), times) for mask, times in walk.piece.counted)
    seen = truth_lines(spelled_out(And(walk.piece.residual)), 4, "seen", spelled)
    lines = counting(counted, spelled) if counted else returned(seen)
    sides = (f"{'' if name in _words(lines) else '_'}{name}: Tensor" for name in "qk")
    parameters = (*sides, *_parameters(read), *(f"{one.name}: Held" for one in tables))
    return ResidualFunction(
        comment=place(walk.piece.span, source),
        name=name,
        parameters=", ".join(parameters),
        words=COUNTS if counted else ADMITS,
        lines=lines,
        call=_bound(name, read, tables),
    )


def _asked(walk: Walk) -> Asked:
    return walk.piece.residual, walk.piece.counted


def counting(masks: tuple[tuple[Mask, int], ...], spelled: Spelling) -> tuple[str, ...]:
    """Lines that return how often a pair counts, in the smallest integers that hold it."""
    lines: list[str] = []
    small = sum(times for _, times in masks) < 256
    for number, (mask, times) in enumerate(masks):
        lines += truth_lines(mask, 4, "seen", spelled)
        found = f"seen.{'byte' if small else 'int'}() * {times}" if times > 1 or number == 0 else "seen"
        lines.append(f"    count = {'count + ' if number else ''}{found.removesuffix(' * 1')}")
    return (*lines[:-1], lines[-1].replace("count = ", "return ", 1))


_VALUES = {"head": "head", "heads": "num_heads", "n": "n"}


def _parameters(read: frozenset[str]) -> tuple[str, ...]:
    given = sorted(read - _VALUES.keys())
    return (*(f"{name}: int" for name in _VALUES if name in read), *(f"given_{name}: Tensor" for name in given))


def _bound(function: str, read: frozenset[str], tables: tuple[Held, ...] = ()) -> str:
    bound = [f"{name}={value}" for name, value in _VALUES.items() if name in read]
    bound += [f"given_{name}=given_{name}" for name in sorted(read - _VALUES.keys())]
    bound += [f"{one.name}={one.of_head}" for one in tables]
    return f"partial({', '.join((function, *bound))})" if bound else function


def _words(lines: tuple[str, ...]) -> frozenset[str]:
    """The names that lines of code hold."""
    return frozenset(re.findall(r"[A-Za-z_]\w*", "\n".join(lines)))
