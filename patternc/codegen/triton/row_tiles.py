"""The rows of a sweep: which positions a program's tile of rows holds, and where their results are stored.

A grid's first axis counts tiles of the runs of a lattice: a run is a segment that the call touches, or one residue
class of it. Every row tile lies in one run. Names in the text: `first`, `last` (the tile's positions), `rows`, `valid`,
`start` (the segment's first position), `offset` or `residue` (the class), `index` (where results go).
"""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.triton.bound_text import integer, lattice_segment, residue_class
from patternc.ir.kernel import EveryClass, Lattice, Sweep
from patternc.ir.mask import ByHead, ByHeadBlock, Fixed, Follow, Side

WIDE = 1 << 20
"""From this dilation on, a tile of rows may span more than 32 bits."""


@dataclass(frozen=True, slots=True)
class Constexpr:
    """A compile-time parameter of a kernel that describes its lattice, and its value for one sweep."""

    name: str
    value: int


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


def constexprs(rows: Lattice) -> tuple[Constexpr, ...]:
    """The parameters the text of a row tile names."""
    segment = lattice_segment(rows)
    found = [] if segment is None else [Constexpr("SEGMENT", segment)]
    if rows.dilation > 1:
        found.append(Constexpr("DILATION", rows.dilation))
        if isinstance(rows.offset, Fixed):
            found.append(Constexpr("OFFSET", rows.offset.value))
    return tuple(found)


def longest_last(sweep: Sweep) -> bool:
    """Whether later row tiles have more columns (causal queries): they then launch first."""
    return (
        sweep.side is Side.QUERY
        and sweep.order is None
        and any(
            any(isinstance(bound, Follow) and bound.period == 1 for bound in piece.highs)
            and not any(isinstance(bound, Follow) and bound.period == 1 for bound in piece.lows)
            for piece in sweep.pieces
        )
    )


def extent(side: Side) -> str:
    """The prefix of the names of a side's first position and end: `q_offset`, `q_stop`."""
    return side.value


def row_tile(rows: Lattice, side: Side, *, last_first: bool) -> tuple[str, ...]:
    """Statements that find the program's rows; `head` is known where the lattice follows it."""
    if is_contiguous(rows):
        return _contiguous_tile(extent(side), last_first)
    return (
        *_run(rows, last_first),
        *_segment(rows, extent(side)),
        *_first(rows),
        "if first >= end:",
        "    return",
        *_positions(rows),
    )


def _contiguous_tile(x: str, last_first: bool) -> tuple[str, ...]:
    tile = "tl.num_programs(0) - 1 - tl.program_id(0)  # longest first" if last_first else "tl.program_id(0)"
    return (
        f"tile = {tile}",
        f"first = ({x}_offset // BLOCK_M + tile) * BLOCK_M",
        f"last = tl.minimum(first + BLOCK_M, {x}_stop) - 1",
        "rows = first + tl.arange(0, BLOCK_M)",
        f"valid = (rows >= {x}_offset) & (rows < {x}_stop)",
    )


def ordered_tile(side: Side) -> tuple[str, ...]:
    """Statements that find the program's rows where tiles hold cells along an order; `numbers` count along it."""
    x = extent(side)
    return (
        "first = tl.program_id(0) * BLOCK_M",
        "numbers = first + tl.arange(0, BLOCK_M)",
        "rows = tl.load(cells + numbers, mask=numbers < seq_len, other=-1)",
        f"valid = (rows >= {x}_offset) & (rows < {x}_stop)",
    )


def _run(rows: Lattice, last_first: bool) -> tuple[str, ...]:
    if not in_runs(rows):
        tile = "tl.num_programs(0) - 1 - tl.program_id(0)  # longest first" if last_first else "tl.program_id(0)"
        return (f"tile = {tile}",)
    backwards = "tl.num_programs(0) // runs - 1 - tl.program_id(0) // runs  # longest first"
    return (
        "run = tl.program_id(0) % runs",
        f"tile = {backwards if last_first else 'tl.program_id(0) // runs'}",
    )


def _segment(rows: Lattice, x: str) -> tuple[str, ...]:
    classes = (f"classes = tl.minimum(DILATION, {x}_stop - {x}_offset)",) if every_class(rows) else ()
    if lattice_segment(rows) is None:
        return (*classes, f"begin = {x}_offset", f"end = {x}_stop")
    run = "run // classes" if every_class(rows) else "run"
    return (
        *classes,
        f"start = ({x}_offset // SEGMENT + {run}) * SEGMENT",
        f"begin = tl.maximum(start, {x}_offset)",
        f"end = tl.minimum(start + SEGMENT, {x}_stop)",
    )


def _first(rows: Lattice) -> tuple[str, ...]:
    if rows.dilation == 1:
        return ("first = begin + tile * BLOCK_M",)
    restarts = lattice_segment(rows) is not None
    if every_class(rows):
        within = "(first - start)" if restarts else "first"
        return ("first = begin + run % classes + tile * (BLOCK_M * DILATION)", f"residue = {within} % DILATION")
    before = "_count(begin - start, offset, DILATION)" if restarts else "_count(begin, offset, DILATION)"
    return (
        f"offset = {row_offset(rows)}",
        f"first = {'start + ' if restarts else ''}offset + ({before} + tile * BLOCK_M) * DILATION",
    )


def row_offset(rows: Lattice) -> str:
    """The class of a lattice that stands on one, by its parameters' names."""
    if isinstance(rows.offset, Fixed):
        return "OFFSET"
    return residue_class(rows.offset, "DILATION", rows, rows)


def _positions(rows: Lattice) -> tuple[str, ...]:
    if rows.dilation == 1:
        return (
            "last = tl.minimum(first + BLOCK_M, end) - 1",
            "rows = first + tl.arange(0, BLOCK_M)",
            "valid = rows < end",
        )
    lanes = "tl.arange(0, BLOCK_M).to(tl.int64)" if rows.dilation >= WIDE else "tl.arange(0, BLOCK_M)"
    return (
        "last = tl.minimum(first + (BLOCK_M - 1) * DILATION, end - 1)",
        f"rows = first + DILATION * {lanes}",
        "valid = rows < end",
    )


def index_in_place(side: Side) -> tuple[str, ...]:
    """Results go where the rows stand in the tensors of the call; `heads` counts all heads."""
    x = extent(side)
    return (f"index = _line(batch, head, heads) * ({x}_stop - {x}_offset) + rows - {x}_offset",)


def index_compact(rows: Lattice, side: Side, local_head: str) -> tuple[str, ...]:
    """Results go to the next row of a buffer that holds the lattice's rows alone, run after run."""
    x = extent(side)
    line = f"_line(batch, {local_head}, tl.num_programs(1))"
    if is_contiguous(rows):
        return (f"index = {line} * ({x}_stop - {x}_offset) + rows - {x}_offset",)
    width = f"{x}_stop - {x}_offset"
    width = width if lattice_segment(rows) is None else f"tl.minimum(SEGMENT, {width})"
    held = f"held = tl.cdiv({width}, DILATION)" if rows.dilation > 1 else f"held = {width}"
    run = f"({line} * runs + run)" if in_runs(rows) else line
    return (held, f"first_index = {run} * held + tile * BLOCK_M", "index = first_index + tl.arange(0, BLOCK_M)")


def compact_of(rows: Lattice, side: Side, local_head: str, local_heads: str) -> str:
    """The call that says where a lattice's compact buffer holds this tile's `rows`, and which of them it holds."""
    x, segment = extent(side), lattice_segment(rows)
    place = f"rows, _line(batch, {local_head}, {local_heads}), {x}_offset, {x}_stop"
    sizes = f"{'None' if segment is None else integer(segment)}, {integer(rows.dilation)}"
    if every_class(rows):
        return f"_compact_class({place}, {sizes})"
    offset = "0" if covers(rows) else residue_class(rows.offset, integer(rows.dilation), rows, rows)
    return f"_compact({place}, {offset}, {sizes})"
