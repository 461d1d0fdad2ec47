"""Which functions of the shared templates a pattern needs; the others are left out of its file."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass

from patternc.codegen.python_text import table_name
from patternc.codegen.runtime_inputs import InputType, given_texts
from patternc.ir.mask import Box, Pattern, Random, Table
from patternc.ir.traversal import pattern_atoms
from patternc.source import escaped


@dataclass(frozen=True, slots=True)
class TableText:
    """A table of blocks: the name of its function, its extents, its bits compressed, in base64, a line at a time."""

    name: str
    file: str
    shape: tuple[int, int, int]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Uses:
    """`tensors`: inputs are checked; `shaped`: their shapes are; `offsets`, `ranges`: their numbers are."""

    tensors: bool
    shaped: bool
    offsets: bool
    ranges: bool
    hashed: bool
    lowest: bool
    boxed: bool
    tables: tuple[TableText, ...]


def uses(pattern: Pattern) -> Uses:
    """Look a pattern over."""
    found = tuple(pattern_atoms(pattern))
    kinds = {given.kind for given in given_texts(pattern)}
    shaped = kinds & {InputType.LENGTHS, InputType.TABLE, InputType.SELECTION}
    random = [atom for atom in found if isinstance(atom, Random)]
    return Uses(
        tensors=bool(shaped) or InputType.OFFSETS in kinds,
        shaped=bool(shaped),
        offsets=InputType.OFFSETS in kinds,
        ranges=bool(kinds & {InputType.LENGTHS, InputType.SELECTION}),
        hashed=bool(random),
        lowest=any(atom.count is not None for atom in random),
        boxed=any(isinstance(atom, Box) for atom in found),
        tables=tuple(_table(atom) for atom in dict.fromkeys(atom for atom in found if isinstance(atom, Table))),
    )


def _table(table: Table) -> TableText:
    text = base64.b64encode(zlib.compress(table.bits, 9)).decode()
    lines = tuple(text[start : start + 108] for start in range(0, len(text), 108))
    return TableText(table_name(table), escaped(table.file), (table.heads, table.rows, table.columns), lines)
