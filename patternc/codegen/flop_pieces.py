"""Kernel pieces whose pairs are counted row by row in closed form: those without a list or a pair predicate."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.codegen.provenance import all_heads, heads_text, place
from patternc.codegen.python_text import ENTRY, offset_text, position_text, truth_text
from patternc.ir.kernel import EveryClass, Kernel, KernelGroup, Lattice, Piece, Sweep
from patternc.ir.mask import And, AtLeast, Below, Bound, Mask, RelativePosition, Residue, Side
from patternc.ir.traversal import names_in
from patternc.source import Source

_ROWS = replace(ENTRY, query=("rows", "rows"))


@dataclass(frozen=True, slots=True)
class CountedPiece:
    """A call of `_pairs`: its `arguments` after keys, the rows that it counts, and the `factor` of pairs."""

    place: str
    rows: str
    arguments: tuple[str, ...]
    factor: str


@dataclass(frozen=True, slots=True)
class CountedHeads:
    """The pieces of a group of heads; `heads` is empty if the group has all heads."""

    heads: str
    pieces: tuple[CountedPiece, ...]


@dataclass(frozen=True, slots=True)
class ClosedForms:
    """`reads`: what the forms read of `head`, `heads` (of the whole model) and `n`."""

    groups: tuple[CountedHeads, ...]
    reads: frozenset[str]


def closed_forms(kernel: Kernel, source: Source) -> ClosedForms | None:
    """The number of counted pairs as sums over rows; None if some pairs are listed or tested one by one."""
    pieces = [
        (sweep, piece)
        for group in kernel.groups
        for softmax in group.softmaxes
        for sweep in softmax.queries
        for piece in sweep.pieces
    ]
    if not all(_is_closed(sweep, piece) for sweep, piece in pieces):
        return None
    groups = tuple(_group(group, source) for group in kernel.groups)
    masks = frozenset[str]().union(*(names_in(_read(sweep, piece)) for sweep, piece in pieces))
    parted = any(not all_heads(group.heads) for group in kernel.groups)
    return ClosedForms(groups, masks | ({"head", "heads"} if parted else frozenset()))


def _is_closed(sweep: Sweep, piece: Piece) -> bool:
    tested = piece.residual or piece.counted or piece.listing is not None or sweep.order is not None
    inputs = names_in(_read(sweep, piece)) - {"head", "heads", "n"}
    return not tested and not inputs and piece.columns.block == 1


def _group(group: KernelGroup, source: Source) -> CountedHeads:
    heads = "" if all_heads(group.heads) else heads_text(group.heads, "heads")
    sweeps = [sweep for softmax in group.softmaxes for sweep in softmax.queries]
    return CountedHeads(heads, tuple(_piece(sweep, piece, source) for sweep in sweeps for piece in sweep.pieces))


def _piece(sweep: Sweep, piece: Piece, source: Source) -> CountedPiece:
    rows, columns = _rows(sweep, piece), piece.columns
    segment = columns.segment
    bounds = [RelativePosition(0, 0, segment), RelativePosition(segment, 0, segment)] if segment else []
    lattice = (_first(columns), str(columns.dilation)) if columns.dilation > 1 else ()
    return CountedPiece(
        place=place(piece.span, source),
        rows=f"rows[{truth_text(rows, _ROWS)}]" if rows.masks else "rows",
        arguments=(_positions((*piece.lows, *bounds[:1])), _positions((*piece.highs, *bounds[1:])), *lattice),
        factor=f"{piece.multiplicity} * " if piece.multiplicity > 1 else "",
    )


def _positions(bounds: tuple[Bound, ...]) -> str:
    texts = [position_text(bound, "q") for bound in bounds]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _rows(sweep: Sweep, piece: Piece) -> And:
    """The condition on the rows of a piece."""
    own: list[Mask] = [AtLeast(Side.QUERY, bound) for bound in piece.row_lows]
    own += [Below(Side.QUERY, bound) for bound in piece.row_highs]
    own += [Residue(Side.QUERY, one.dilation, one.offset, one.segment, one.block) for one in piece.active]
    lattice = sweep.rows
    if lattice.dilation > 1 and not isinstance(lattice.offset, EveryClass):
        own.append(Residue(Side.QUERY, lattice.dilation, lattice.offset, lattice.segment))
    return And(tuple(own))


def _read(sweep: Sweep, piece: Piece) -> And:
    """A mask that reads the same names as a piece."""
    columns: tuple[Mask, ...] = ()
    if not isinstance(piece.columns.offset, EveryClass):
        columns = (Residue(Side.KEY, piece.columns.dilation, piece.columns.offset),)
    lows = (AtLeast(Side.KEY, bound) for bound in piece.lows)
    highs = (Below(Side.KEY, bound) for bound in piece.highs)
    return And((_rows(sweep, piece), *columns, *lows, *highs))


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
