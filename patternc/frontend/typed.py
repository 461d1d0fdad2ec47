"""A checked program: every name is resolved, every default filled in, and no user error remains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from patternc.diagnostics import Diagnostic
from patternc.frontend.primitives import Primitive
from patternc.ir.joined import Join
from patternc.ir.mask import (
    Combine,
    HeadRange,
    Input,
    KeySource,
    Layout,
    Requirement,
    Ring,
    Schedule,
    Score,
    TileOrder,
    Uncovered,
)
from patternc.ir.projections import ModuleSpec
from patternc.source import NOWHERE, Span


# ---- masks: primitives under the operators of the language -----------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Leaf:
    primitive: Primitive
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Blocks:
    """`blocks(rows x columns, mask)`: `mask` of the indices of the blocks of so many positions that contain q and k.

    `tiles(4, 4, mask)` is one of blocks where cells are in the order of these tiles, which is empty otherwise.
    """

    sizes: tuple[int, int]
    mask: Mask
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    order: TileOrder | None = None


@dataclass(frozen=True, slots=True)
class Within:
    """`within(@offsets, mask)`: `mask` of q, k and n in the coordinates of the document that holds both.

    `documents`: that it holds both.
    """

    documents: Leaf
    mask: Mask
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Complement:
    """`!mask`"""

    mask: Mask


@dataclass(frozen=True, slots=True)
class Difference:
    """`mask - a - b`: `mask` without any of `removed`."""

    mask: Mask
    removed: tuple[Mask, ...]


@dataclass(frozen=True, slots=True)
class Intersection:
    """`a & b & c`"""

    masks: tuple[Mask, ...]


@dataclass(frozen=True, slots=True)
class Union:
    """`a | b | c`"""

    masks: tuple[Mask, ...]


Mask: TypeAlias = Leaf | Blocks | Within | Complement | Difference | Intersection | Union


def mapped(mask: Mask, change: Callable[[Leaf | Blocks | Within], Mask]) -> Mask:
    """The mask with its primitives changed, and then what holds others."""
    match mask:
        case Leaf():
            return change(mask)
        case Blocks():
            return change(replace(mask, mask=mapped(mask.mask, change)))
        case Within(documents, inner, span):
            return change(Within(documents, mapped(inner, change), span))
        case Complement(inner):
            return Complement(mapped(inner, change))
        case Difference(inner, removed):
            return Difference(mapped(inner, change), tuple(mapped(one, change) for one in removed))
        case Intersection(masks) | Union(masks):
            return type(mask)(tuple(mapped(one, change) for one in masks))
        case _:
            assert_never(mask)


def order_of(mask: Mask) -> TileOrder | None:
    """The order of the first tiles that a mask names; None if it names none."""
    match mask:
        case Blocks(order=TileOrder() as order):
            return order
        case Blocks(_, inner) | Complement(inner) | Within(mask=inner):
            return order_of(inner)
        case Difference(kept, removed):
            return next(filter(None, map(order_of, (kept, *removed))), None)
        case Intersection(masks) | Union(masks):
            return next(filter(None, map(order_of, masks)), None)
        case Leaf():
            return None
        case _:
            assert_never(mask)


# ---- patterns ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Branch:
    """One branch: `mask` intersected with every mask of `where`.

    `source`: what its keys are entries of, or the order of tiles in which its masks count cells.
    """

    mask: Mask
    where: tuple[Mask, ...] = ()
    source: KeySource | TileOrder | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Partition:
    """Each head runs one branch; if the heads don't divide evenly, the first or last groups have one head more."""

    extra_first: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The branches of a range of heads, or the branches that a partition distributes over all heads.

    `divisor`: what `mean` divides by; 0: the number of branches.
    """

    heads: HeadRange | Partition
    branches: tuple[Branch, ...]
    combine: Combine
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    divisor: int = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """`parameters`: each with its value as pattern-language text. `inputs`: in declaration order.

    `source`: as of its branches, where it is a part of the pattern `whole`.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
    scores: tuple[Score, ...]
    scale: float | None
    requirements: tuple[Requirement, ...]
    uncovered: Uncovered
    inputs: tuple[Input, ...] = ()
    grid: tuple[int, ...] = ()
    layout: Layout = Layout()  # noqa: RUF009 -- frozen
    schedule: Schedule = Schedule.AUTO
    ring: Ring | None = None
    gates: tuple[str, ...] = ()
    source: KeySource | TileOrder | None = None
    whole: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Program:
    """`patterns`: those of the file; of one with sources its parts, which a join names.

    `modules`: each names one of the patterns.
    """

    patterns: tuple[Pattern, ...]
    joins: tuple[Join, ...] = ()
    modules: tuple[ModuleSpec, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
