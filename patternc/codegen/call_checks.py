"""Calls that a generated file refuses: those that break a `require`, hold wrong heads, or are of a wrong length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from textwrap import shorten

from patternc.codegen.line_breaks import bracketed
from patternc.codegen.provenance import place
from patternc.codegen.python_text import LINE_LENGTH, number_text
from patternc.codegen.runtime_inputs import InputType, given_texts
from patternc.ir.intervals import limit
from patternc.ir.mask import Combine, HeadRange, HeadShare, Pattern, Random, Requirement, Table
from patternc.ir.traversal import pattern_atoms
from patternc.source import Source, escaped

COUNTED = 2**30
"""Positions, or blocks, that 32 bits count with room for a block more."""


@dataclass(frozen=True, slots=True)
class Check:
    """A `require`: a comment naming it, the names it reads, the condition, the message (a string literal)."""

    comment: str
    unpacking: tuple[str, ...]
    expression: str
    message: str


def requirement_check(requirement: Requirement, pattern: Pattern, source: Source) -> Check:
    """Spell a `require`."""
    read = set(re.findall(r"\w+", requirement.expression))
    named = [name for name in ("n", "heads", "head_dim") if name in read]
    values = {"n": "seq_len", "heads": "num_heads", "head_dim": "query.shape[3]"}
    given = ", ".join(f"{name} = {{{name}}}" for name in named)
    written = requirement.text.replace("{", "{{").replace("}", "}}")  # the message is an f-string
    message = f"{pattern.name} requires {written}; here {given}"
    return Check(
        comment=place(requirement.span, source),
        unpacking=tuple(f"{name} = {values[name]}" for name in named),
        expression=requirement.expression,
        message=text_literal(message),
    )


def text_literal(text: str) -> str:
    """A text as a string literal on one line, what can't be printed escaped."""
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped(inner)}"'


def call_heads_check(pattern: Pattern) -> tuple[str, ...]:
    """Lines of a call that raise when a head it holds belongs to no group, or a share of heads would be empty."""
    least, most = _fewest_heads(pattern), _most_heads(pattern)
    if least is not None:
        return (
            f"if num_heads < {least}:",
            '    given = f"num_heads is {num_heads} (by default head_offset + the heads of query)"',
            f'    raise ValueError(f"{{given}}, must be at least {least}: one for each branch")',
        )
    if most is None:
        return ()
    message = f"must end by {most}: the pattern names no branch for head {most}"
    return (
        f"if head_offset + heads > {most}:",
        '    held = f"head_offset is {head_offset} and query has {heads} heads"',
        f'    raise ValueError(f"{{held}}, {message}")',
    )


def mask_heads_check(pattern: Pattern) -> tuple[str, ...]:
    """The same of `mask`, which is told of one head."""
    least, most = _fewest_heads(pattern), _most_heads(pattern)
    if least is not None:
        message = f"heads is {{heads}}, must be at least {least}: one for each branch"
        return (f"if heads < {least}:", f'    raise ValueError(f"{message}")')
    if most is None:
        return ()
    message = f"head is {{head}}, must be below {most}: the pattern names no branch for it"
    return (f"if head >= {most}:", f'    raise ValueError(f"{message}")')


def _fewest_heads(pattern: Pattern) -> int | None:
    """How many heads there must be for every share to have one; None: any number, as no group is a share."""
    return next((group.heads.count for group in pattern.groups if isinstance(group.heads, HeadShare)), None)


def _most_heads(pattern: Pattern) -> int | None:
    """The first head that no range names; None: all are named."""
    if _fewest_heads(pattern) is not None:
        return None
    ranges = sorted((r.start, r.stop) for g in pattern.groups if isinstance(r := g.heads, HeadRange))
    covered: int | None = 0
    for start, stop in ranges:
        if covered is None or start > covered:
            break
        covered = stop
    return covered


def length_checks(pattern: Pattern) -> tuple[str, ...]:
    """Lines that raise where the sequence or the heads are not those of the grid or of a table of blocks."""
    lines: list[str] = []
    if pattern.grid:
        n, grid = prod(pattern.grid), " x ".join(map(str, pattern.grid))
        message = f"seq_len is {{seq_len}}, must be {n}: the pattern's grid is {grid}"
        lines += [f"if seq_len != {n}:", f'    raise ValueError(f"{message}")']
    for most, why in _longest(pattern):
        message = f"seq_len is {{seq_len}}, must be at most {most}: {why}"
        lines += [f"if seq_len > {most}:", *_raised(message)]
    for table in dict.fromkeys(atom for atom in pattern_atoms(pattern) if isinstance(atom, Table)):
        most = min(table.rows, table.columns) * table.block
        held = f"{table.file} holds {table.rows} x {table.columns} blocks of {table.block}"
        message = text_literal(
            f"seq_len is {{seq_len}}, must be at most {most}: {held.replace('{', '{{').replace('}', '}}')}"
        )
        lines += [f"if seq_len > {most}:", f"    message = f{message}", "    raise ValueError(message)"]
        if table.heads > 1:
            named = table.file.replace("{", "{{").replace("}", "}}")
            given = "num_heads is {num_heads} (by default head_offset + the heads of query)"
            message = text_literal(f"{given}, must be {table.heads}: {named} has as many")
            lines += [
                f"if num_heads != {table.heads}:",
                f"    message = f{message}",
                "    raise ValueError(message)",
            ]
    return tuple(lines)


def _raised(message: str) -> tuple[str, ...]:
    """Lines that raise a ValueError, an f-string, in a function's `if`."""
    line = f'    raise ValueError(f"{message}")'
    return (line,) if len(line) + 4 <= LINE_LENGTH else (f'    message = f"{message}"', "    raise ValueError(message)")


def _longest(pattern: Pattern) -> Iterator[tuple[int, str]]:
    """How many positions there may be, and why, where some integer keeps to 64 bits, or positions to 32."""
    found = limit(pattern)
    if found is not None:
        yield found.positions, f"`{shorten(number_text(found.expression), 28)}` leaves 64 bits"
    kinds = (InputType.OFFSETS, InputType.LENGTHS, InputType.SELECTION)
    counted = [one.name for one in given_texts(pattern) if one.kind in kinds]
    if counted:
        yield COUNTED, f"{' and '.join(counted)} {'count' if len(counted) > 1 else 'counts'} in 32 bits"
    blocks = [atom.block for atom in pattern_atoms(pattern) if isinstance(atom, Random) and atom.threshold is None]
    if blocks:
        yield COUNTED * min(blocks), f"`random` numbers blocks of {min(blocks)} in 32 bits"


def check_call(targets: str, value: str, return_lse: str) -> tuple[str, ...]:
    """Lines that check a call and assign what it means to `targets`."""
    given = ("q_offset", "k_offset", "seq_len", "head_offset", "num_heads", return_lse)
    return bracketed(f"{targets} = _check(", ("query", "key", value, "scale", *given), ")", 4)


def lse_undefined(pattern: Pattern) -> str:
    """The combine under which there is no lse to return, or nothing."""
    rules = (group.combine for group in pattern.groups)
    return next((rule.value for rule in rules if rule in (Combine.MEAN, Combine.SUM)), "")
