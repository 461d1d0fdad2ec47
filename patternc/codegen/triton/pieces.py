"""Pieces as loops: closed-form ranges of column tiles, and at most three loops over them.

The columns of a piece are numbered t (the positions `offset + dilation * t`). For a tile of rows [first, last], column
tiles in [low, full) and [rest, high) are tested pair by pair; in [full, rest) every pair is admitted, and neither a
mask nor a bounds check runs. A loop that can hold nothing is not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from patternc.codegen.triton.bound_text import (
    bound_at,
    bound_at_all,
    folded,
    integer,
    largest,
    lattice_segment,
    residue,
    residue_class,
    smallest,
    uniform,
)
from patternc.codegen.triton.pair_tests import residual_tests
from patternc.codegen.triton.row_tiles import every_class, extent
from patternc.ir.kernel import Lattice, Piece
from patternc.ir.mask import Bound, Fixed, Follow, Side


@dataclass(frozen=True, slots=True)
class Loop:
    """Column tiles from `start` while below `stop`: the positions `first + lanes`.

    `columns`: statements that name them; `tests`: those that set `loaded` and `admitted`.
    """

    start: str
    stop: str
    first: str
    columns: tuple[str, ...]
    tests: tuple[str, ...]
    lanes: str = "lanes"


@dataclass(frozen=True, slots=True)
class PieceText:
    """Statements that find a piece's ranges, and its loops."""

    ranges: tuple[str, ...]
    loops: tuple[Loop, ...]


class Columns(Protocol):
    """How columns are numbered.

    `naming`: statements before the ranges. `below(x)`: the number of columns below a position, which may be negative if
    the columns are all positions. `numbered()`: statements that name a tile's columns; they stand at `first + lanes`.
    `number`: of each column of a tile.
    """

    @property
    def naming(self) -> tuple[str, ...]: ...
    @property
    def first(self) -> str: ...
    @property
    def lanes(self) -> str: ...
    @property
    def number(self) -> str: ...
    def below(self, position: str) -> str: ...
    def numbered(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Positions:
    """Columns one by one: t = 0 stands at `base` (None: at 0), the next `step` further (None: 1)."""

    before: tuple[str, ...]
    base: str | None
    step: str | None

    @property
    def naming(self) -> tuple[str, ...]:
        return (*self.before, f"lanes = {'' if self.step is None else f'{self.step} * '}tl.arange(0, BLOCK_N)")

    def below(self, position: str) -> str:
        if self.step is None:
            return position
        return f"_count({position}, {self.base or 0}, {self.step})"

    @property
    def first(self) -> str:
        return "t" if self.step is None else "column"

    @property
    def lanes(self) -> str:
        return "lanes"

    def numbered(self) -> tuple[str, ...]:
        if self.step is None:
            return ("columns = t + lanes",)
        position = f"{self.step} * t"
        return (
            f"column = {position if self.base is None else f'{self.base} + {position}'}",
            "columns = column + lanes",
            "index = t + tl.arange(0, BLOCK_N)",
        )

    @property
    def number(self) -> str:
        return "columns" if self.step is None else "index"


@dataclass(frozen=True, slots=True)
class Blocks:
    """Columns block by block: t stands in the (t // block)-th of the blocks `base`, `base + step`, ..."""

    naming: tuple[str, ...]
    base: str
    step: str
    block: str

    def below(self, position: str) -> str:
        return f"_count_in_blocks({position}, {self.base}, {self.step}, {self.block})"

    @property
    def first(self) -> str:
        return "0"

    @property
    def lanes(self) -> str:
        return "columns"

    def numbered(self) -> tuple[str, ...]:
        block = f"index // {self.block} * {self.step}"
        at = block if self.base == "0" else f"({self.base} + {block})"
        return ("index = t + tl.arange(0, BLOCK_N)", f"columns = {at} * {self.block} + index % {self.block}")

    @property
    def number(self) -> str:
        return "index"


@dataclass(frozen=True, slots=True)
class PieceSpeller:
    """A piece of a sweep over `rows`, which are positions of `side`.

    `crowded`: the kernel has so many loops that those over columns of blocks, rarely long, are not peeled.
    """

    piece: Piece
    rows: Lattice
    side: Side
    crowded: bool = False

    def text(self) -> PieceText:
        """The ranges and the loops."""
        columns = self._columns()
        ends = (
            *columns.naming,
            f"low = {columns.below(self._low('first'))}",
            f"high = {columns.below(self._high('last'))}",
            *self._inactive(),
        )
        if self.piece.residual or (self.crowded and self.piece.columns.block > 1):
            return PieceText(ends, (self._tested(columns, "low", "high", lows=True),))
        full, between = ("low", ()) if self._uniform(self._lows) else ("full", (self._full(columns),))
        loops: tuple[Loop, ...] = (
            Loop(full, "rest", columns.first, columns.numbered(), (), columns.lanes),
            self._tested(columns, "rest", "high", lows=False),
        )
        if full == "full":
            loops = (self._tested(columns, "low", "full", lows=True), *loops)
        return PieceText((*ends, *between, *self._rest(columns, full)), loops)

    def _columns(self) -> Columns:
        lattice, rows = self.piece.columns, self.rows
        if lattice.dilation == 1:
            return Positions((), None, None)
        if lattice.block > 1:
            base = residue_class(lattice.offset, integer(lattice.dilation), rows, lattice)
            naming = () if isinstance(lattice.offset, Fixed) else (f"place = {base}",)
            return Blocks(naming, "place" if naming else base, integer(lattice.dilation), integer(lattice.block))
        step = "DILATION" if lattice.dilation == rows.dilation else integer(lattice.dilation)
        restarts = lattice_segment(lattice) is not None
        if lattice.offset == Fixed(0):
            return Positions((), "start" if restarts else None, step)
        if lattice.dilation == rows.dilation and lattice.offset == rows.offset and not every_class(rows):
            return Positions((), "start + offset" if restarts else "offset", step)
        stands = residue_class(lattice.offset, step, rows, lattice)
        naming = () if isinstance(lattice.offset, Fixed) or stands == "residue" else (f"place = {stands}",)
        place = "place" if naming else stands
        return Positions(naming, f"start + {place}" if restarts else place, step)

    @property
    def _lows(self) -> tuple[Bound, ...]:
        return largest((*self.piece.lows, *(Follow(0, 0, width) for width in self._restart())))

    @property
    def _highs(self) -> tuple[Bound, ...]:
        return smallest((*self.piece.highs, *(Follow(width, 0, width) for width in self._restart())))

    def _restart(self) -> tuple[int, ...]:
        segment = lattice_segment(self.piece.columns)
        return () if segment is None else (segment,)

    def _low(self, position: str) -> str:
        terms = [bound_at(bound, position, self.rows) for bound in self._lows]
        return folded("tl.maximum", [*terms, f"{extent(self.side.other)}_offset"])

    def _high(self, position: str) -> str:
        terms = [bound_at(bound, position, self.rows) for bound in self._highs]
        return folded("tl.minimum", [*terms, f"{extent(self.side.other)}_stop"])

    def _uniform(self, bounds: Sequence[Bound]) -> bool:
        return all(uniform(bound, self.rows) for bound in bounds)

    def _full(self, columns: Columns) -> str:
        whole = columns.below(self._low("last"))
        return f"full = low + _tiles_over(tl.minimum({whole}, high) - low, BLOCK_N)"

    def _rest(self, columns: Columns, full: str) -> tuple[str, ...]:
        whole = columns.below(self._high("first"))
        if self._uniform(self._highs):
            whole = "high"
        elif self.piece.active:
            whole = f"tl.minimum({whole}, high)"
        lines = [f"rest = {full} + _tiles_within({whole} - {full}, BLOCK_N)"]
        inside = [f"(first >= {bound_at(bound, 'first', self.rows)})" for bound in self.piece.row_lows]
        inside += [f"(last < {bound_at(bound, 'first', self.rows)})" for bound in self.piece.row_highs]
        if inside:
            lines.append(f"rest = tl.where({' & '.join(inside)}, rest, {full})")
        return tuple(lines)

    def _inactive(self) -> tuple[str, ...]:
        """Row tiles that take no part visit nothing."""
        part = [f"(last >= {bound_at(bound, 'last', self.rows)})" for bound in self.piece.row_lows]
        part += [f"(first < {bound_at(bound, 'first', self.rows)})" for bound in self.piece.row_highs]
        for active in self.piece.active:
            lattice = Lattice(None, active.dilation, active.offset)
            step = integer(active.dilation)
            here = "residue" if active.dilation == self.rows.dilation else f"residue % {step}"
            if not every_class(self.rows):
                here = residue("first", active.dilation, active.segment, active.block)
            part.append(f"({here} == {residue_class(active.offset, step, self.rows, lattice)})")
        if not part:
            return ()
        condition = part[0][1:-1] if len(part) == 1 else " & ".join(part)
        return (f"high = tl.where({condition}, high, low)",)

    def _tested(self, columns: Columns, start: str, stop: str, *, lows: bool) -> Loop:
        tests = [f"loaded = {columns.number} < high", "admitted = loaded[None, :]"]
        conditions = [
            *(against_rows(bound, ">=", self.rows) for bound in self._lows if lows and not uniform(bound, self.rows)),
            *(against_rows(bound, "<", self.rows) for bound in self._highs if not uniform(bound, self.rows)),
            *(f"(rows >= {bound_at(bound, 'rows', self.rows)})[:, None]" for bound in self.piece.row_lows),
            *(f"(rows < {bound_at(bound, 'rows', self.rows)})[:, None]" for bound in self.piece.row_highs),
        ]
        tests += [f"admitted &= {condition}" for condition in conditions]
        tests += [line for mask in self.piece.residual for line in residual_tests(mask, self.side)]
        return Loop(start, stop, columns.first, columns.numbered(), tuple(tests), columns.lanes)


def against_rows(bound: Bound, comparison: str, rows: Lattice) -> str:
    """A tile's columns against a bound that differs from row to row."""
    match bound:
        case Follow(offset, shift, 1) if comparison == "<" and offset + shift == 1:
            return "columns[None, :] <= rows[:, None]"
        case Follow(_, _, 1):
            return f"columns[None, :] {comparison} {bound_at(bound, 'rows[:, None]', rows)}"
        case _:
            return f"columns[None, :] {comparison} ({bound_at_all(bound, 'rows', rows)})[:, None]"
