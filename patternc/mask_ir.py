"""Mask IR: what a pattern means, on one page.

A mask is a predicate over (head h, query position q, key position k) of a sequence of n positions with H heads.
It is built from four atoms (a bound from above, a bound from below, a residue class, a shared residue class) under
`and`, `or`, `not`. `semantics` gives it its meaning; everything downstream is tested against that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from patternc.source import NOWHERE, Span


class Side(Enum):
    """Which of the two positions an atom speaks of; the other side is what its bound may follow."""

    QUERY = "q"
    KEY = "k"

    @property
    def other(self) -> Side:
        return Side.KEY if self is Side.QUERY else Side.QUERY


# ---- residue offsets: an integer that may depend on the head -------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Fixed:
    """The same offset for every head."""

    value: int


@dataclass(frozen=True, slots=True)
class ByHead:
    """`h mod dilation` (LongNet, arXiv 2307.02486)."""


@dataclass(frozen=True, slots=True)
class ByHeadBlock:
    """`h // ceil(H / dilation)` (the official LongNet code)."""


Offset: TypeAlias = Fixed | ByHead | ByHeadBlock


# ---- bounds: a position, as a monotone function of the other side's position x -------------------------------------
@dataclass(frozen=True, slots=True)
class Constant:
    """The position `value`."""

    value: int


@dataclass(frozen=True, slots=True)
class FromEnd:
    """The position `n + value`."""

    value: int


@dataclass(frozen=True, slots=True)
class Follow:
    """The position `(x + shift) // period * period + offset` (floor division)."""

    offset: int = 0
    shift: int = 0
    period: int = 1


Bound: TypeAlias = Constant | FromEnd | Follow


# ---- masks -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AtLeast:
    """position[side] >= bound(position[other side])."""

    side: Side
    bound: Bound


@dataclass(frozen=True, slots=True)
class Below:
    """position[side] < bound(position[other side])."""

    side: Side
    bound: Bound


@dataclass(frozen=True, slots=True)
class Residue:
    """(position[side] % segment) % dilation == offset(h); `segment` None: position % dilation."""

    side: Side
    dilation: int
    offset: Offset
    segment: int | None = None


@dataclass(frozen=True, slots=True)
class SameResidue:
    """(q % segment) % dilation == (k % segment) % dilation; `segment` None: without the inner modulo."""

    dilation: int
    segment: int | None = None


@dataclass(frozen=True, slots=True)
class Not:
    mask: Mask


@dataclass(frozen=True, slots=True)
class And:
    """All of `masks`; the empty `And()` is true."""

    masks: tuple[Mask, ...] = ()


@dataclass(frozen=True, slots=True)
class Or:
    """Any of `masks`; the empty `Or()` is false."""

    masks: tuple[Mask, ...] = ()


Atom: TypeAlias = AtLeast | Below | Residue | SameResidue
Mask: TypeAlias = Atom | Not | And | Or

TRUE = And()
FALSE = Or()


# ---- patterns ----------------------------------------------------------------------------------------------------
class Combine(Enum):
    """How the branches of a head mix (docs/language.md, Meaning)."""

    LSE = "lse"
    LSE_DETACH = "lse(detach)"
    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Branch:
    """One `attend`: every admitted pair counts `multiplicity` times (score + log multiplicity)."""

    mask: Mask
    multiplicity: int = 1
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class HeadRange:
    """Heads `start <= h < stop`; `stop` None: to the last head."""

    start: int
    stop: int | None


@dataclass(frozen=True, slots=True)
class HeadShare:
    """The index-th of `count` contiguous groups of heads, the first or last `H mod count` of them one head longer."""

    index: int
    count: int
    extra_first: bool


Heads: TypeAlias = HeadRange | HeadShare


@dataclass(frozen=True, slots=True)
class HeadGroup:
    """The branches that a group of heads runs. `divisor`: what `mean` divides by (B, also under a partition)."""

    heads: Heads
    branches: tuple[Branch, ...]
    combine: Combine
    divisor: int = 1
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Softcap:
    """s -> cap * tanh(s / cap)."""

    cap: float


@dataclass(frozen=True, slots=True)
class Alibi:
    """s -> s + (k - q) * 2 ** (-8 (h + 1) / H) (arXiv 2108.12409)."""


Score: TypeAlias = Softcap | Alibi


@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition on every call: a Python expression over the names n, heads, head_dim; `text` as written."""

    expression: str
    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Uncovered(Enum):
    """What a row without any key is: zero (out 0, lse -inf), or a compile-time error."""

    ZERO = "zero"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A resolved pattern. `scale`: replaces 1/sqrt(head_dim) when not None. Head groups never overlap."""

    name: str
    groups: tuple[HeadGroup, ...]
    scores: tuple[Score, ...] = ()
    scale: float | None = None
    requirements: tuple[Requirement, ...] = ()
    uncovered: Uncovered = Uncovered.ZERO
    span: Span = field(default=NOWHERE, compare=False, repr=False)
