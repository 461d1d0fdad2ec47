"""The functions that masks call pair by pair: those of the run-time library, and tables, as text."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass

from patternc.codegen.python_text import table_name
from patternc.ir.mask import Pattern, Table
from patternc.ir.traversal import pattern_atoms
from patternc.source import escaped


@dataclass(frozen=True, slots=True)
class TableText:
    """A table of blocks: the name of its function, its extents, its bits compressed, in base64, a line at a time."""

    name: str
    file: str
    shape: tuple[int, int, int]
    lines: tuple[str, ...]


def tables(pattern: Pattern) -> tuple[TableText, ...]:
    """The tables of blocks that masks look up."""
    return tuple(_table(atom) for atom in dict.fromkeys(pattern_atoms(pattern)) if isinstance(atom, Table))


def _table(table: Table) -> TableText:
    text = base64.b64encode(zlib.compress(table.bits, 9)).decode()
    lines = tuple(text[start : start + 108] for start in range(0, len(text), 108))
    return TableText(table_name(table), escaped(table.file), (table.heads, table.rows, table.columns), lines)
