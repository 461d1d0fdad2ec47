"""Nests of loops around batches as lines of Python: loops, views of rows and columns, and the runs that they yield."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from patternc.codegen.python_text import position_text
from patternc.codegen.torch.functions import HERE, Functions
from patternc.codegen.torch.printer.functions import bound, call_lines, order_text
from patternc.ir.batch import (
    AllHeads,
    Bands,
    BlockList,
    ByResidue,
    ByShare,
    Cells,
    Classes,
    Cuts,
    Documents,
    HeadLoop,
    Listed,
    Nest,
    OneByOne,
    Packed,
    SegmentLoop,
    SelectionTable,
    Strip,
)
from patternc.ir.index_text import Printer
from patternc.ir.interface import given_name
from patternc.ir.lines import Piece, flat
from patternc.ir.mask import Bound

_PAD = "    "
_EXPRESSION = Printer().text


@dataclass(frozen=True, slots=True)
class NestPrinter:
    """Prints nests; `functions`: what they name. `apart`: heads differ in their scores."""

    functions: Functions
    apart: bool

    def text(self, nest: Nest) -> str:
        """The lines of a nest."""
        body = [line for table in nest.tables for line in _looked_up(table)]
        body += self._walked(nest) if nest.listed is None else self._listed(nest, nest.listed)
        return "\n".join(body)

    def _walked(self, nest: Nest) -> list[str]:
        """Loops over heads, residue classes and segments, and inside them the views and the run."""
        headings = [*_heads(nest.heads), *_classes(nest.classes), *_segments(nest.segments)]
        rows, columns = nest.batch.rows, nest.batch.columns
        inside = [] if rows == Strip() else [f"rows = {_view(rows, 'queries', nest.segments)}"]
        inside += [] if columns == Strip() else [f"columns = {_view(columns, 'keys', nest.segments)}"]
        inside += [*self._sees(nest), *self._run(nest, 1 + len(headings))]
        for heading, *rest in reversed(headings):
            inside = [heading, *(_PAD + line for line in (*rest, *inside))]
        return inside

    def _sees(self, nest: Nest) -> Iterator[str]:
        """The bounds of one document alone, or of several that are joined."""
        if nest.batch.joined is None:
            return
        alone, joined = (self.functions.bounds[one] for one in (nest.batch.bounds, nest.batch.joined))
        if not alone.takes and len(joined.takes) < 2:
            yield f"sees = {flat(bound(alone))} if alone else {flat(bound(joined))}"
            return
        yield from (f"sees = {flat(bound(alone))}", "if not alone:", f"{_PAD}sees = {flat(bound(joined))}")

    def _run(self, nest: Nest, depth: int) -> list[str]:
        batch = nest.batch
        rows, columns = ("queries", "keys") if nest.listed else _names(nest)
        sees = "sees" if batch.joined else bound(self.functions.bounds[batch.bounds])
        given: list[Piece] = ["own", "shared", rows, columns, sees]
        if batch.predicate:
            given.append(("admits=", bound(self.functions.predicates[batch.predicate])))
        if batch.multiplicity > 1:
            given.append(f"log_count=math.log({batch.multiplicity})")
        given += [f"softmax={batch.softmax}"] if batch.softmax else []
        if isinstance(nest.segments, Bands):
            given += ["segments=segments", f"width={nest.segments.width}"]
        return call_lines("yield Block(", [*given, *(["listed=listed"] if nest.listed else [])], ")", depth)

    def _listed(self, nest: Nest, listed: Listed) -> list[str]:
        """Blocks as listed: the pairs, blocks of rows and columns, and the loop over heads that see the same ones."""
        blocks, rows, columns = listed.blocks, nest.batch.rows, nest.batch.columns
        assert isinstance(rows, Cells)
        assert isinstance(columns, Cells)
        function = f"{'_near_' if listed.near else '_pairs_'}{blocks.index}"
        lines = [*_of_model(blocks), *call_lines(f"pairs = {function}(", list(_extents(blocks)), ")", 1)]
        lines += [f"rows = {_cells(rows, 'queries')}", f"pairs, columns = _needed(pairs, {_cells(columns, 'keys')})"]
        listing = "for own, shared, listed in _listed"
        if isinstance(nest.heads, AllHeads):
            apart = ", apart=True" if self.apart else ""
            loops = [f"{listing}(pairs, heads.start, heads, group, rows, columns{apart}):"]
        else:
            loops = [
                "for place in heads:",
                f"{_PAD}mine, head = _of_head(pairs, place - heads.start), head_offset + place",
                f"{_PAD}{listing}(mine, place, range(place, place + 1), group, rows, columns):",
            ]
        depth = 1 + isinstance(nest.heads, OneByOne)
        inside = [*_inside(rows), *self._run(nest, depth + 1)]
        return [*lines, *loops, *(_PAD * depth + line for line in inside)]


# ---- loops over heads, over residue classes, over segments: the line of each, and what comes first inside it ---------
def _heads(loop: HeadLoop) -> Iterator[list[str]]:
    match loop:
        case AllHeads():
            yield ["for own, shared in _alike(heads, group):"]
        case ByResidue(dilation):
            yield [f"for residue, own, shared in _by_residue({dilation}, heads, head_offset, group):"]
        case ByShare(dilation):
            yield [f"for residue, own, shared in _by_block({dilation}, heads, head_offset, num_heads, group):"]
        case OneByOne():
            own = "own, shared = range(place, place + 1), range(place // group, place // group + 1)"
            yield ["for place in heads:", own, "head = head_offset + place"]
        case _:
            assert_never(loop)


def _names(nest: Nest) -> tuple[str, str]:
    """The names of positions of rows and of columns."""
    batch = nest.batch
    return "rows" if batch.rows != Strip() else "queries", "columns" if batch.columns != Strip() else "keys"


def _classes(loop: Classes | None) -> Iterator[list[str]]:
    if loop is None:
        return
    skipped = [f"if {' or '.join(map(_EXPRESSION, loop.skipped))}:", f"{_PAD}continue"] if loop.skipped else []
    yield [f"for residue in range({loop.dilation}):", *skipped]


def _segments(loop: SegmentLoop | None) -> Iterator[list[str]]:
    match loop:
        case Bands(width):
            yield [f"for start, segments in _bands({width}, queries, keys):"]
        case Cuts(width):
            yield [f"for start in range(queries.start // {width} * {width}, queries.stop, {width}):"]
        case Documents(name):
            yield [f"for start, stop, alone in _documents({given_name(name)}, queries):"]
        case None:
            return
        case _:
            assert_never(loop)


# ---- views ----------------------------------------------------------------------------------------------------------
def _view(view: Strip | Packed | Cells, positions: str, segments: SegmentLoop | None) -> str:
    """The positions of a view among those of queries or of keys."""
    assert not isinstance(view, Cells)
    last = "stop" if isinstance(segments, Documents) else "" if segments is None else f"start + {_width(segments)}"
    if isinstance(view, Packed):
        classes = "".join(
            f", ({one.block}, {one.segment}, {one.dilation}, {_EXPRESSION(one.residue)})" for one in view.classes
        )
        return f"_packed({_ends(view, positions, last)}, {positions}, device{classes})"
    if view.step > 1:
        return f"_every({view.step}, {_EXPRESSION(view.residue)}, {_ends(view, positions, last)}, {positions})"
    if view.confined:
        low = _tightest("max", ("start", f"{positions}.start"), view.lows)
        return f"range({low}, {_tightest('min', (last, f'{positions}.stop'), view.highs)})"
    return f"range({_ends(view, positions, last)})"


def _width(segments: SegmentLoop) -> int:
    return 0 if isinstance(segments, Documents) else segments.width


def _ends(view: Strip | Packed, positions: str, last: str) -> str:
    low, high = ("start", last) if view.confined else (f"{positions}.start", f"{positions}.stop")
    return f"{_tightest('max', (low,), view.lows)}, {_tightest('min', (high,), view.highs)}"


def _tightest(chooser: str, own: Sequence[str], bounds: tuple[Bound, ...]) -> str:
    found = [*own, *map(_position, bounds)]
    return found[0] if len(found) == 1 else f"{chooser}({', '.join(found)})"


def _position(bound: Bound) -> str:
    return position_text(bound, "x", HERE)


# ---- lists of blocks ------------------------------------------------------------------------------------------------
def _inside(rows: Cells) -> Iterator[str]:
    """Rows outside of the bounds of all rows take no part."""
    if rows.lows or rows.highs:
        tests = [f"(rows.places >= {_position(low)})" for low in rows.lows]
        tests += [f"(rows.places < {_position(high)})" for high in rows.highs]
        yield f"inside = {' & '.join(('rows.inside', *tests))}"
        yield "listed = listed._replace(rows=rows._replace(inside=inside))"


def _cells(cells: Cells, positions: str) -> str:
    if cells.order is None:
        return f"_cells({positions}, {cells.block}, device)"
    return f"_ordered({positions}, {cells.block}, {order_text(cells.order)})"


def _of_model(blocks: BlockList) -> Iterator[str]:
    if blocks.by_place:
        yield "of_model = range(head_offset + heads.start, head_offset + heads.stop)"


def _extents(blocks: BlockList) -> Iterator[str]:
    """The arguments of a list of blocks: its heads, the call's extents, inputs."""
    yield "of_model" if blocks.by_place else "heads"
    yield "num_heads" if blocks.by_total else "total"
    yield from ("queries", "keys", "n", "device")
    for name in blocks.inputs:
        own = f"_of_query_heads({given_name(name)}, total)" if name in blocks.of_key_heads else given_name(name)
        yield own + ("[:, heads.start : heads.stop]" if name in blocks.of_heads else "")


def _looked_up(table: SelectionTable) -> list[str]:
    """A selection's table, which predicates read."""
    call = call_lines(f"held_{table.index} = _held_{table.index}(", list(_extents(table.blocks)), ")", 1)
    return [*_of_model(table.blocks), *call]
