"""What lattices of rows are, as programs see them."""

from __future__ import annotations

from patternc.codegen.tiles.bounds import lattice_segment
from patternc.ir.kernel import EveryClass, Lattice, Sweep
from patternc.ir.mask import ByHead, ByHeadBlock, Fixed, RelativePosition, Side


def is_contiguous(rows: Lattice) -> bool:
    """Whether the rows are all positions, one after the other (`DENSE`)."""
    return lattice_segment(rows) is None and rows.dilation == 1


def every_class(rows: Lattice) -> bool:
    return rows.dilation > 1 and isinstance(rows.offset, EveryClass)


def covers(rows: Lattice) -> bool:
    """Whether every position is a row of the lattice."""
    return rows.dilation == 1 or isinstance(rows.offset, EveryClass)


def follows_head(rows: Lattice) -> bool:
    """Whether the rows differ from head to head."""
    return rows.dilation > 1 and isinstance(rows.offset, ByHead | ByHeadBlock)


def in_runs(rows: Lattice) -> bool:
    """Whether the grid's first axis counts more than the tiles of one run."""
    return lattice_segment(rows) is not None or every_class(rows)


def lattice_constants(rows: Lattice) -> tuple[tuple[str, int], ...]:
    """The compile-time constants that describe a lattice, and their values for one sweep."""
    segment = lattice_segment(rows)
    found = [] if segment is None else [("SEGMENT", segment)]
    if rows.dilation > 1:
        found.append(("DILATION", rows.dilation))
        if isinstance(rows.offset, Fixed):
            found.append(("OFFSET", rows.offset.value))
    return tuple(found)


def longest_last(sweep: Sweep) -> bool:
    """Whether later row tiles have more columns (causal queries): they then launch first."""
    return (
        sweep.side is Side.QUERY
        and sweep.order is None
        and any(
            any(isinstance(bound, RelativePosition) and bound.period == 1 for bound in piece.highs)
            and not any(isinstance(bound, RelativePosition) and bound.period == 1 for bound in piece.lows)
            for piece in sweep.pieces
        )
    )
