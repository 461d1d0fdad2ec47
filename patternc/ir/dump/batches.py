"""Batch IR as readable text: the nests of every head group, with one loop per line, and the batch inside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from patternc.ir.batch import (
    AllHeads,
    Bands,
    Batch,
    Batches,
    BlockClass,
    ByResidue,
    ByShare,
    Cells,
    Cuts,
    Documents,
    Group,
    HeadLoop,
    Listed,
    Nest,
    OneByOne,
    Packed,
    SegmentLoop,
    Strip,
    View,
)
from patternc.ir.dump.masks import NOT, dump_bound, dump_layout, dump_mask, heads, indented
from patternc.ir.dump.tiles import PRINTER
from patternc.ir.mask import Bound, Side


def dump_batches(name: str, batches: Batches) -> str:
    """The nests of a pattern."""
    lines = [f"batches {name}"]
    for group in batches.groups:
        lines += indented(list(_group(group)))
    return "\n".join(lines) + "\n"


def _group(group: Group) -> Iterator[str]:
    mean = f", divisor {group.divisor}" if group.divisor != 1 else ""
    yield f"heads {heads(group.heads)}: {group.combine.value}{mean}, softmaxes {group.softmaxes}"
    for nest in group.nests:
        yield from indented(_nest(nest))


def _nest(nest: Nest) -> list[str]:
    loops = [_heads(nest.heads)]
    if nest.classes is not None:
        unless = "".join(f", unless {PRINTER.text(one)}" for one in nest.classes.skipped)
        loops.append(f"for each residue below {nest.classes.dilation}{unless}")
    if nest.segments is not None:
        loops.append(_segments(nest.segments))
    if nest.listed is not None:
        loops += _listed(nest.listed)
    lines = [f"hold table {table.index}: list {table.blocks.index}" for table in nest.tables]
    depth = 0
    for loop in loops:
        lines.append("  " * depth + loop)
        depth += 1
    return [*lines, *("  " * depth + line for line in _batch(nest.batch))]


def _heads(loop: HeadLoop) -> str:
    match loop:
        case AllHeads():
            return "for all heads at once"
        case ByResidue(dilation):
            return f"for heads by residue mod {dilation}"
        case ByShare(dilation):
            return f"for heads by share of {dilation}"
        case OneByOne():
            return "for each head"
        case _:
            assert_never(loop)


def _segments(loop: SegmentLoop) -> str:
    match loop:
        case Bands(width):
            return f"for bands of segments of {width}"
        case Cuts(width):
            return f"for each segment of {width}"
        case Documents(name):
            return f"for documents of @{name}"
        case _:
            assert_never(loop)


def _listed(listed: Listed) -> list[str]:
    literals = " and ".join(dump_mask(mask, NOT) for mask in listed.blocks.listing.literals)
    near = ", as single keys" if listed.near else ""
    return [f"for pairs of blocks of list {listed.blocks.index}: {literals or 'true'}{near}"]


def _batch(batch: Batch) -> Iterator[str]:
    times = f", {batch.multiplicity} times" if batch.multiplicity != 1 else ""
    fused = ", one call where it can be" if batch.fused else ""
    yield f"batch of softmax {batch.softmax}{times}{fused}"
    yield f"  queries {_view(batch.rows)}"
    yield f"  keys {_view(batch.columns)}"
    yield from (f"  {line}" for line in _bounds("k", batch.bounds.lows, batch.bounds.highs, Side.QUERY))
    if batch.joined is not None:
        yield "  where documents are joined"
        yield from (f"    {line}" for line in _bounds("k", batch.joined.lows, batch.joined.highs, Side.QUERY))
    if batch.predicate is not None:
        yield from (f"  test {dump_mask(mask)}" for mask in batch.predicate.masks)
        yield from (f"  count {times} times {dump_mask(mask)}" for mask, times in batch.predicate.counted)


def _bounds(name: str, lows: tuple[Bound, ...], highs: tuple[Bound, ...], side: Side) -> list[str]:
    return [f"{name} >= {dump_bound(bound, side)}" for bound in lows] + [
        f"{name} < {dump_bound(bound, side)}" for bound in highs
    ]


def _view(view: View) -> str:
    limits = _bounds("x", view.lows, view.highs, Side.KEY)
    where = "".join(f", {limit}" for limit in limits)
    match view:
        case Strip(confined, _, _, residue, step):
            inside = " of the segment" if confined else ""
            return f"strip{inside}" + (f" at {PRINTER.text(residue)} mod {step}" if step > 1 else "") + where
        case Packed(classes, confined):
            inside = " of the segment" if confined else ""
            return f"packed{inside}, {' and '.join(map(_class, classes))}{where}"
        case Cells(block, order):
            along = "" if order is None else f" in {dump_layout(order.layout)} order"
            return f"blocks of {block}{along}{where}"
        case _:
            assert_never(view)


def _class(block_class: BlockClass) -> str:
    place = f"x // {block_class.block}" + ("" if block_class.segment is None else f" % {block_class.segment}")
    return f"{place} % {block_class.dilation} == {PRINTER.text(block_class.residue)}"
