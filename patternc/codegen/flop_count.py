"""The FLOP formulas that a generated file registers with `torch.utils.flop_counter`."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import Record
from patternc.codegen.provenance import some_heads
from patternc.codegen.python_text import offset_text, position_text, truth_text
from patternc.codegen.reference import mask_names
from patternc.ir.index import Var
from patternc.ir.kernel import EveryClass, Kernel, Lattice, Piece, Sweep
from patternc.ir.mask import Bound, RelativePosition
from patternc.ir.traversal import all_heads, names_in
from patternc.ir.truths import Reading
from patternc.schedule.piece_masks import mask_of, rows_of
from patternc.source import Span


@dataclass(frozen=True, slots=True)
class Flops(Record):
    """The inputs of `shared/flops.py.j2`.

    `closed`: the forms that count pairs, where all have some. `loops`: the line that gives the heads of the call, where
    they differ in their pairs. `counter`: the function that counts pairs; `counted`: its arguments after positions.
    `factors`: of FLOPs. `names`: of `Interface.names` those that the count reads, and `_` for others.
    """

    closed: ClosedForms | None
    loops: tuple[str, ...]
    counter: str
    counted: tuple[str, ...]
    factors: tuple[str, ...]
    names: tuple[str, ...]


def flops(kernel: Kernel) -> Flops:
    """The way to count the pairs of a call: head by head, or in one head where all have equally many."""
    interface, closed = kernel.interface, closed_forms(kernel)
    read = mask_names(kernel.pattern) if closed is None else closed.reads
    by_head, by_total = bool(read & {"head", "heads"}), "heads" in read
    first = by_head and any(one.name == "head_offset" for one in interface.heads)
    places = (("head_offset", first), ("num_heads", by_total))
    length = ("n",) if closed is None or "n" in closed.reads else ()
    names = ("q_offset", "k_offset", *length, *(name for name, is_read in places if is_read))
    names = (*names, *(one.own for one in interface.entries))
    looped = by_head if closed is None else "head" in read
    total = "num_heads" if by_total else "len(heads)" if by_head else "1"
    shared = closed is None and bool(interface.entries)
    own = {} if closed is None else {"num_heads": "heads"}
    held = "range(head_offset, head_offset + query.shape[1])" if first else "range(query.shape[1])"
    return Flops(
        closed=closed,
        loops=(f"heads = {held}" if closed is None else f"for head in {held}:",) if looped else (),
        counter="_counted_pairs" if shared else "_known_pairs",
        counted=("heads" if by_head else "range(1)", total, "int(n)", *(("entries",) if shared else ())),
        factors=(
            *("2", "numbers"),
            *(() if shared else ("query.shape[0]",)),
            *(() if looped else ("query.shape[1]",)),
            "pairs",
        ),
        names=tuple(own.get(one, one) if one in names else "_" for one in interface.names),
    )


# ---- pieces whose pairs are counted in closed form -------------------------------------------------------------------
# Row by row: those without a list or a pair predicate.


_ROWS = Reading(query=(Var("rows"), Var("rows")))


@dataclass(frozen=True, slots=True)
class CountedPiece(Record):
    """A call of `_pairs`: its `arguments` after keys, the rows that it counts, and the `factor` of pairs."""

    span: Span
    rows: str
    arguments: tuple[str, ...]
    factor: str


@dataclass(frozen=True, slots=True)
class ClosedForms:
    """Ranges of heads (empty: all), each with its pieces. `reads`: of `head`, `heads` (of the whole model) and `n`."""

    groups: tuple[tuple[str, tuple[CountedPiece, ...]], ...]
    reads: frozenset[str]


def closed_forms(kernel: Kernel) -> ClosedForms | None:
    """The number of counted pairs as sums over rows; None if some pairs are listed or tested one by one."""
    pieces = [one for group in kernel.groups for one in group.pieces]
    if not all(_is_closed(sweep, piece) for sweep, piece in pieces):
        return None
    groups = tuple(
        (some_heads(group.heads, "heads"), tuple(_piece(*one) for one in group.pieces)) for group in kernel.groups
    )
    masks = frozenset[str]().union(*(names_in(mask_of(sweep, piece)) for sweep, piece in pieces))
    parted = any(not all_heads(group.heads) for group in kernel.groups)
    return ClosedForms(groups, masks | ({"head", "heads"} if parted else frozenset()))


def _is_closed(sweep: Sweep, piece: Piece) -> bool:
    tested = piece.residual or piece.counted or piece.listing is not None or sweep.order is not None
    inputs = names_in(mask_of(sweep, piece)) - {"head", "heads", "n"}
    return not tested and not inputs and piece.columns.block == 1


def _piece(sweep: Sweep, piece: Piece) -> CountedPiece:
    rows, columns = rows_of(sweep, piece), piece.columns
    segment = columns.segment
    bounds = [RelativePosition(0, 0, segment), RelativePosition(segment, 0, segment)] if segment else []
    lattice = (_first(columns), str(columns.dilation)) if columns.dilation > 1 else ()
    return CountedPiece(
        span=piece.span,
        rows=f"rows[{truth_text(rows, _ROWS)}]" if rows.masks else "rows",
        arguments=(_positions((*piece.lows, *bounds[:1])), _positions((*piece.highs, *bounds[1:])), *lattice),
        factor=f"{piece.multiplicity} * " if piece.multiplicity > 1 else "",
    )


def _positions(bounds: tuple[Bound, ...]) -> str:
    texts = [position_text(bound, "q") for bound in bounds]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _first(columns: Lattice) -> str:
    """The first column of a row's segment."""
    segment, dilation = columns.segment, columns.dilation
    if dilation == 1:
        return ""
    start = "" if segment is None else position_text(RelativePosition(0, 0, segment), "q")
    if isinstance(columns.offset, EveryClass):
        own = f"q % {dilation}" if segment is None else f"q % {segment} % {dilation}"
    else:
        own = offset_text(columns.offset, dilation)
    return " + ".join(part for part in (start, own) if part)
