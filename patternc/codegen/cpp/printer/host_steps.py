"""The steps of host functions that launch programs in C++."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from patternc.codegen.tiles.host_text import TILE, HostPrinter, numbers_of
from patternc.ir.host import KERNELS, ChooseTile, Launch
from patternc.ir.tile import BLOCK_M, BLOCK_N, DESCRIBED, AddRows, Program, Rows, walk

OPTIONAL = {"heads": "heads", "head_start": "0", "FACTOR": "1"}
"""What kernels of the library are given where launches leave it out."""

STARTS = {"query_starts": "query_starts or (None, 0, None, None)"}
"""Where positions are in no tensor, the numbers that say where are given all the same."""


@dataclass(frozen=True, slots=True)
class CppHostPrinter(HostPrinter):
    """The printer of host functions that call compiled programs: names of numbers tell readers what they are.

    `programs`: those of the file, by name. `ordered`: a grid says which of its programs run in order. `tabled`: the
    kind of a launch decides its tile too; else how few its rows are. `tuned`: the kinds of which a tile file has tiles.
    """

    programs: Mapping[str, Program]
    ordered: bool = True
    tabled: bool = False
    tuned: frozenset[str] = frozenset()
    chosen: ClassVar[str] = "tile"

    def launcher(self, launch: Launch) -> str:
        """A program of the library that was compiled for the elements of query."""
        return f"_programs(query).{launch.program.lstrip('_')}"

    def tile(self, choice: ChooseTile) -> tuple[str, ...]:
        """The arguments that decide a tile: the rows of a run (few rows take a smaller tile), and their lattice."""
        return (
            *((f'"{choice.row}"',) if self.tabled else ()),
            *("query", "value", self.text(choice.held)),
            *(() if choice.most is None else (str(choice.most),)),
            *(("tiles=_TILES",) if choice.row in self.tuned else ()),
            *(("few=True",) if choice.few and not self.tabled else ()),
            *(f"{TILE[name]}={self.text(value)}" for name, value in choice.lattice),
        )

    def arguments(self, launch: Launch) -> tuple[str, ...]:
        """The grid, the tile, tensors, and numbers and constants by name: what a program reads, in its order."""
        numbers = {name: self.operand(value) for name, value in numbers_of(launch).items()}
        program = self.programs.get(launch.program)
        if program is None:
            names, grid = KERNELS[launch.program].parameters, "grid"
            names = tuple(name for name in names if name in numbers or name in OPTIONAL or name in TILE)
        else:
            ours = (BLOCK_M.name, BLOCK_N.name, DESCRIBED.name)
            grid = self._grid(program)
            names = (
                *(name for name in numbers if name not in program.constants),
                *(name for name in program.constants if name not in ours),
            )
        values = {**OPTIONAL, **numbers}
        named = (f"{name.lower()}={f'tile.{TILE[name]}' if name in TILE else values[name]}" for name in names)
        return (grid, "tile", *self.tensors_of(launch), *named)

    def _grid(self, program: Program) -> str:
        """The grid, and which of its programs run in order on one thread."""
        if program.rows is Rows.SPLIT and self.ordered:
            return "(*grid, most)" if "tokens" in program.numbers else "(*grid, queries)"
        if any(isinstance(one, AddRows) for one in walk(program.body)):
            group = f"group, {'head_start' if 'head_start' in program.numbers else '0'}"
            if program.rows is Rows.HEADS:  # a place of the grid is a key head
                group = "1, 0"
            return f"(*grid, {group}, portions)" if "portions" in program.numbers else f"(*grid, {group})"
        return "grid"
