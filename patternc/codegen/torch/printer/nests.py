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
    BlockList,
    ByResidue,
    ByShare,
    Cells,
    Classes,
    HeadLoop,
    Listed,
    Nest,
    OneByOne,
    Places,
    SelectionTable,
    View,
)
from patternc.ir.index_text import Printer
from patternc.ir.interface import given_name
from patternc.ir.mask import Bound

_PAD = "    "
_EXPRESSION = Printer().text


@dataclass(frozen=True, slots=True)
class NestPrinter:
    """Prints nests; `functions`: what they name."""

    functions: Functions

    def text(self, nest: Nest) -> str:
        """The lines of a nest: tables, views or lists, loops over heads and residue classes, and the run."""
        lines = [line for table in nest.tables for line in _looked_up(table)]
        lines += [] if nest.listed is None else self._listed(nest, nest.listed)
        headings = [*_heads(nest.heads), *_classes(nest.classes)]
        inside = [*_views(nest), *self._run(nest, 1 + len(headings))]
        for heading, *rest in reversed(headings):
            inside = [heading, *(_PAD + line for line in (*rest, *inside))]
        return "\n".join((*lines, *inside))

    def _run(self, nest: Nest, depth: int) -> list[str]:
        batch = nest.batch
        heads = {AllHeads: "heads", OneByOne: "range(place, place + 1)"}.get(type(nest.heads), "own")
        rows, columns = _named(batch.rows, "queries", "rows"), _named(batch.columns, "keys", "columns")
        given = [heads, rows, columns, bound(self.functions.bounds[batch.bounds])]
        if batch.predicate:
            given.append(f"admits={bound(self.functions.predicates[batch.predicate])}")
        if batch.multiplicity > 1:
            given.append(f"log_count=math.log({batch.multiplicity})")
        given += [f"softmax={batch.softmax}"] if batch.softmax else []
        return call_lines("yield Block(", [*given, *(["listed=listed"] if nest.listed else [])], ")", depth)

    def _listed(self, nest: Nest, listed: Listed) -> list[str]:
        """Blocks as listed: the pairs, and blocks of rows and columns."""
        blocks, rows, columns = listed.blocks, nest.batch.rows, nest.batch.columns
        assert isinstance(rows, Cells)
        assert isinstance(columns, Cells)
        function = f"{'_near_' if listed.near else '_pairs_'}{blocks.index}"
        lines = [*_of_model(blocks), *call_lines(f"pairs = {function}(", list(_extents(blocks)), ")", 1)]
        lines += [f"rows = {_cells(rows, 'queries')}", *_inside(rows)]
        return [*lines, f"listed = Listed(pairs, rows, {_cells(columns, 'keys')}, heads.start)"]


# ---- loops over heads and over residue classes: the line of each, and what comes first inside it ---------------------
def _heads(loop: HeadLoop) -> Iterator[list[str]]:
    match loop:
        case AllHeads():
            return
        case ByResidue(dilation):
            yield [f"for residue, own in _by_residue({dilation}, heads, head_offset):"]
        case ByShare(dilation):
            yield [f"for residue, own in _by_block({dilation}, heads, head_offset, num_heads):"]
        case OneByOne():
            yield ["for place in heads:", "head = head_offset + place"]
        case _:
            assert_never(loop)


def _classes(loop: Classes | None) -> Iterator[list[str]]:
    if loop is None:
        return
    skipped = [f"if {' or '.join(map(_EXPRESSION, loop.skipped))}:", f"{_PAD}continue"] if loop.skipped else []
    yield [f"for residue in range({loop.dilation}):", *skipped]


# ---- views ----------------------------------------------------------------------------------------------------------
def _views(nest: Nest) -> Iterator[str]:
    for view, positions, name in ((nest.batch.rows, "queries", "rows"), (nest.batch.columns, "keys", "columns")):
        if isinstance(view, Places) and view != Places():
            yield f"{name} = {_view(view, positions)}"


def _named(view: View, positions: str, name: str) -> str:
    """The name of a view's positions."""
    return positions if isinstance(view, Cells) or view == Places() else name


def _view(view: Places, positions: str) -> str:
    """The positions of a view among those of queries or of keys."""
    within = positions
    if view.lows or view.highs:
        low = _tightest("max", (f"{positions}.start", *map(_position, view.lows)))
        within = f"range({low}, {_tightest('min', (f'{positions}.stop', *map(_position, view.highs)))})"
    if not view.classes:
        return within
    if view.strided:
        return f"_every({view.classes[0].dilation}, {_EXPRESSION(view.classes[0].residue)}, {within})"
    classes = (f"({one.block}, {one.segment}, {one.dilation}, {_EXPRESSION(one.residue)})" for one in view.classes)
    return f"_packed({', '.join((within, 'device', *classes))})"


def _tightest(chooser: str, ends: Sequence[str]) -> str:
    return ends[0] if len(ends) == 1 else f"{chooser}({', '.join(ends)})"


def _position(bound: Bound) -> str:
    return position_text(bound, "x", HERE)


# ---- lists of blocks ------------------------------------------------------------------------------------------------
def _inside(rows: Cells) -> Iterator[str]:
    """Rows outside of the bounds of all rows take no part."""
    if rows.lows or rows.highs:
        tests = [f"(rows.places >= {_position(low)})" for low in rows.lows]
        tests += [f"(rows.places < {_position(high)})" for high in rows.highs]
        yield f"inside = {' & '.join(('rows.inside', *tests))}"
        yield "rows = rows._replace(inside=inside)"


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
        yield given_name(name) + ("[:, heads.start : heads.stop]" if name == "selection" else "")


def _looked_up(table: SelectionTable) -> list[str]:
    """A selection's table, which predicates read."""
    call = call_lines(f"held_{table.index} = _held_{table.index}(", list(_extents(table.blocks)), ")", 1)
    return [*_of_model(table.blocks), *call]
