"""Which calls a generated file rejects: by a `require`, by the number of heads, and by the sequence length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from textwrap import shorten

from patternc.codegen.interface import Argument, arguments
from patternc.codegen.provenance import place
from patternc.codegen.python_text import number_text
from patternc.ir.intervals import limit
from patternc.ir.mask import Combine, HeadRange, HeadShare, Pattern, Random, Requirement, Table
from patternc.ir.traversal import pattern_atoms
from patternc.source import Source

_WIDTH = 48  # of names in a message
COUNTED = 2**30
"""Positions, or blocks, that 32 bits count with room for a block more."""


@dataclass(frozen=True, slots=True)
class Check:
    """A `require`: a comment naming it, the names it reads, the condition in Python, and how it was written."""

    comment: str
    names: tuple[str, ...]
    expression: str
    text: str


@dataclass(frozen=True, slots=True)
class LengthLimit:
    """The number of positions that a sequence must have (`exact`) or may have at most, and the reason."""

    positions: int
    exact: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a pattern on a call's heads and sequence length.

    `fewest_heads`: of the model, for every share to have one. `most_heads`: the first head that no range names.
    `tables`: of blocks, one for each head.
    """

    fewest_heads: int | None
    most_heads: int | None
    lengths: tuple[LengthLimit, ...]
    tables: tuple[Table, ...]


def limits(pattern: Pattern) -> Limits:
    """The limits that every call of a pattern must keep."""
    tables = dict.fromkeys(atom for atom in pattern_atoms(pattern) if isinstance(atom, Table))
    return Limits(
        fewest_heads=_fewest_heads(pattern),
        most_heads=_most_heads(pattern),
        lengths=tuple(_lengths(pattern, tuple(tables))),
        tables=tuple(table for table in tables if table.heads > 1),
    )


def requirement_check(requirement: Requirement, source: Source) -> Check:
    """The check of a `require` in a generated file."""
    return Check(place(requirement.span, source), requirement.names, requirement.expression, requirement.text)


def _fewest_heads(pattern: Pattern) -> int | None:
    """The least number of heads with which every share has one; None if no group of heads is a share."""
    return next((group.heads.count for group in pattern.groups if isinstance(group.heads, HeadShare)), None)


def _most_heads(pattern: Pattern) -> int | None:
    """The most heads a call may have: the first head that no range names; None if ranges name all heads."""
    if _fewest_heads(pattern) is not None:
        return None
    ranges = sorted((r.start, r.stop) for g in pattern.groups if isinstance(r := g.heads, HeadRange))
    covered: int | None = 0
    for start, stop in ranges:
        if covered is None or start > covered:
            break
        covered = stop
    return covered


def _lengths(pattern: Pattern, tables: tuple[Table, ...]) -> Iterator[LengthLimit]:
    """Limits on the length: of the grid, of tables of blocks, and so that positions and integers do not overflow."""
    if pattern.grid:
        yield LengthLimit(prod(pattern.grid), True, f"the pattern's grid is {' x '.join(map(str, pattern.grid))}")
    found = limit(pattern)
    if found is not None:
        yield LengthLimit(found.positions, False, f"`{shorten(number_text(found.expression), 28)}` leaves 64 bits")
    counted = [one.name for one in arguments(pattern) if one.bounded]
    if counted:
        verb = "count" if len(counted) > 1 else "counts"
        names = " and ".join(counted)
        reason = f"{names if len(names) <= _WIDTH else 'inputs'} {verb} in 32 bits"
        yield LengthLimit(COUNTED, False, reason)
    blocks = [atom.block for atom in pattern_atoms(pattern) if isinstance(atom, Random) and atom.threshold is None]
    if blocks:
        reason = f"`random` numbers blocks of {min(blocks)} in 32 bits"
        yield LengthLimit(COUNTED * min(blocks), False, reason)
    for table in tables:
        reason = f"{table.file} holds {table.rows} x {table.columns} blocks of {table.block}"
        yield LengthLimit(min(table.rows, table.columns) * table.block, False, reason)


def places(read: tuple[Argument, ...]) -> tuple[str, ...]:
    """Names for `head_offset` and `num_heads`, an underscore for one that is not read; empty if none is."""
    names = {one.name for one in read}
    return tuple(name if name in names else "_" for name in ("head_offset", "num_heads")) if read else ()


def lse_undefined(pattern: Pattern) -> str:
    """The `combine` that leaves no single lse to return; empty if there is one."""
    rules = (group.combine for group in pattern.groups)
    return next((rule.value for rule in rules if rule in (Combine.MEAN, Combine.SUM)), "")
