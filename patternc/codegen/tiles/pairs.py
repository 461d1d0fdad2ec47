"""Masks as truths about the pairs of a tile."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.codegen.tiles.bounds import HEAD, SEQ_LEN, bound_at_all, label_at, residue, residue_class
from patternc.ir.grid_axes import GridAxes
from patternc.ir.index import ZERO, Apply, Axis, Binary, Cmp, Expr, Holds, Num, Spread, Truth, Var, Wide, every
from patternc.ir.intervals import ALWAYS, parts, value_range
from patternc.ir.kernel import Lattice
from patternc.ir.mask import Bound, BoundAt, Compare, Expression, Label, Mask, Number, Offset, Side
from patternc.ir.tile import number
from patternc.ir.truths import COMPARISONS, Reading

NUM_HEADS = Var("num_heads")
ROWS, COLUMNS = Spread(Var("rows"), Axis.ROWS), Spread(Var("columns"), Axis.COLUMNS)


def positions(side: Side) -> tuple[Expr, Expr]:
    """The query and the key of every pair of a tile whose rows are positions of a side."""
    return (ROWS, COLUMNS) if side is Side.QUERY else (COLUMNS, ROWS)


@dataclass(frozen=True, slots=True)
class TileReading(Reading):
    """The reading of truths about pairs of a tile: positions have 32 bits, and constants are clamped to fit them.

    `wide`: numbers have 64 bits.
    """

    n: Expr = SEQ_LEN
    head: Expr = HEAD
    heads: Expr = NUM_HEADS
    wide: bool = False

    def constant(self, holds: bool) -> Truth:
        """Positions are non-negative."""
        return Cmp(">=" if holds else "<", self.query[0], ZERO)

    def bound(self, bound: Bound, position: Expr) -> Expr:
        """Positions may lie past the sequence's end."""
        return bound_at_all(bound, position, Lattice())

    def label(self, label: Label, position: Expr) -> Expr:
        """Positions may lie past the sequence's end."""
        return label_at(label, position)

    def document_end(self, end: BoundAt) -> Expr:
        found = Reading.document_end(self, end)
        return Wide(found) if self.wide else found

    def residue(self, position: Expr, dilation: int, segment: int | None, block: int) -> Expr:
        return residue(position, dilation, segment, block)

    def offset(self, offset: Offset, dilation: int) -> Expr:
        return residue_class(offset, number(dilation), Lattice(), Lattice())

    def near(self, axes: GridAxes) -> Truth:
        """By a condition for each dimension of the grid in which cells are left out."""
        left = (axis for axis in axes if axis.dilation > 1 or axis.extent < axis.size)
        found = [Holds(Apply("near", (self.query[0], self.key[0], *map(Num, axis.numbers)))) for axis in left]
        return every(*found) if found else self.constant(True)

    def compared(self, mask: Compare) -> Truth:
        """In 64 bits where a value on the way may outgrow 32."""
        wide = any(map(_outgrows, (mask.left, mask.right)))
        reading = _wide(self) if wide else self
        left, right = reading.number(mask.left), reading.number(mask.right)
        if isinstance(mask.left, Number) and isinstance(mask.right, Number):
            query = reading.query[0]
            left = Binary("+", Binary("-", query, query), left)  # of every pair: not known before the launch
        return Cmp(COMPARISONS[mask.operator], left, right)


def _wide(reading: TileReading) -> TileReading:
    query, key, n, head = map(Wide, (reading.query[0], reading.key[0], reading.n, reading.head))
    return replace(reading, query=(query, query), key=(key, key), n=n, head=head, wide=True)


def holds(mask: Mask, query: Expr, key: Expr) -> Truth:
    """Whether a mask holds of positions that broadcast."""
    return TileReading((query, query), (key, key)).truth(mask)


def _outgrows(expression: Expression) -> bool:
    """Whether some value on the way may need more than 32 bits."""
    ranges = (value_range(part, ALWAYS) for part in parts(expression))
    return any(held.least < -(2**31) or held.most >= 2**31 for held in ranges)
