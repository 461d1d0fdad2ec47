"""Kernel IR as readable text: head groups, softmaxes, sweeps and pieces."""

from __future__ import annotations

from patternc.ir.dump.masks import NOT, dump_bound, dump_layout, dump_mask, heads, indented, offset_words
from patternc.ir.kernel import (
    DENSE,
    Choice,
    ClassActive,
    EveryClass,
    Kernel,
    KernelGroup,
    Lattice,
    LatticeOffset,
    Piece,
    Sweep,
)
from patternc.ir.mask import Fixed, Schedule, Side


def dump_kernel(kernel: Kernel) -> str:
    """The text of a kernel."""
    lines = [f"kernel {kernel.pattern.name}"]
    for group in kernel.groups:
        lines += indented(_kernel_group(group))
    if kernel.reason:
        lines += indented([f"order of tiles: {kernel.reason}"])
    if kernel.choice is not None:
        lines += indented(_choice(kernel.choice))
    return "\n".join(lines) + "\n"


def _kernel_group(group: KernelGroup) -> list[str]:
    lines = [f"heads {heads(group.heads)}: {group.lowering.value}, {group.combine.value}, divisor {group.divisor}"]
    for softmax in group.softmaxes:
        lines.append(f"  softmax of branches {', '.join(str(branch) for branch in softmax.branches)}")
        for sweep in (*softmax.queries, *softmax.keys):
            lines += indented(indented(_sweep(sweep)))
    return lines


def _choice(choice: Choice) -> list[str]:
    runs = [" and ".join(dump_mask(mask, NOT) for mask in run) or "every key" for run in choice.runs]
    return [f"{dump_mask(choice.topk)} of heads {heads(choice.heads)} chooses among", *indented(runs)]


def _sweep(sweep: Sweep) -> list[str]:
    side = "queries" if sweep.side is Side.QUERY else "keys"
    order = "" if sweep.order is None else f", cells in {dump_layout(sweep.order)} order"
    visits = "" if sweep.visits is Schedule.LINEAR else f", tiles in {sweep.visits.value} order"
    lines = [f"{side} of {_lattice(sweep.rows)}{order}{visits}"]
    for piece in sweep.pieces:
        lines += indented(_piece(piece, sweep.side))
    return lines


def _piece(piece: Piece, side: Side) -> list[str]:
    times = f", {piece.multiplicity} times" if piece.multiplicity != 1 else ""
    column, row = side.other.value, side.value
    lines = [f"branch {piece.branch}{times}: columns {_lattice(piece.columns)}"]
    lines += [f"  {column} >= {dump_bound(bound, side)}" for bound in piece.lows]
    lines += [f"  {column} < {dump_bound(bound, side)}" for bound in piece.highs]
    lines += [f"  rows {row} >= {dump_bound(bound, side.other)}" for bound in piece.row_lows]
    lines += [f"  rows {row} < {dump_bound(bound, side.other)}" for bound in piece.row_highs]
    lines += [f"  if {_active(active)}" for active in piece.active]
    if piece.listing is not None:
        literals = " and ".join(dump_mask(mask, NOT) for mask in piece.listing.literals)
        lines.append(f"  listed by blocks of {piece.listing.sizes}: {literals or 'true'}")
    lines += [f"  test {dump_mask(mask)}" for mask in piece.residual]
    lines += [f"  count{'' if times == 1 else f' {times} times'} {dump_mask(mask)}" for mask, times in piece.counted]
    return lines


def _active(active: ClassActive) -> str:
    block = "row class" if active.block == 1 else f"row class // {active.block}"
    place = block if active.segment is None else f"({block} % {active.segment})"
    return f"{place} % {active.dilation} == {_offset(active.offset, active.dilation)}"


def _offset(offset: LatticeOffset, dilation: int) -> str:
    return "every class" if isinstance(offset, EveryClass) else offset_words(offset, dilation)


def _lattice(lattice: Lattice) -> str:
    if lattice == DENSE:
        return "all positions"
    unit = "" if lattice.block == 1 else f" blocks of {lattice.block}"
    where = "the sequence" if lattice.segment is None else f"segments of {lattice.segment}"
    where += f" in{unit}" if unit else ""
    if lattice.dilation == 1 and lattice.offset == Fixed(0):
        return where
    return f"{where}, {_offset(lattice.offset, lattice.dilation)} mod {lattice.dilation}"
