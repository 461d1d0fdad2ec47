"""What the masks of a pattern ask for, pair by pair: the selections that they hold, and tables as text."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass

from patternc.codegen.python_text import table_name
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
    """`lowest`: so many blocks of each row are drawn; `thresholds`: any number; `boxed`: boxes are held."""

    thresholds: bool
    lowest: bool
    boxed: bool
    tables: tuple[TableText, ...]


def uses(pattern: Pattern) -> Uses:
    """Look a pattern over."""
    found = tuple(pattern_atoms(pattern))
    random = [atom for atom in found if isinstance(atom, Random)]
    return Uses(
        thresholds=any(atom.count is None for atom in random),
        lowest=any(atom.count is not None for atom in random),
        boxed=any(isinstance(atom, Box) for atom in found),
        tables=tuple(_table(atom) for atom in dict.fromkeys(atom for atom in found if isinstance(atom, Table))),
    )


def _table(table: Table) -> TableText:
    text = base64.b64encode(zlib.compress(table.bits, 9)).decode()
    lines = tuple(text[start : start + 108] for start in range(0, len(text), 108))
    return TableText(table_name(table), escaped(table.file), (table.heads, table.rows, table.columns), lines)
