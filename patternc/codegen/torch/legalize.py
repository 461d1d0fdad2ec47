"""Kernel IR to batches: which strips of rows and columns a piece pairs, under which loops, and what is left to test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from patternc.codegen.block_lists import listings
from patternc.codegen.torch.walks import CAUSAL, Walk, one_call, reads_head, walked
from patternc.ir.batch import (
    HEAD,
    NUM_HEADS,
    RESIDUE,
    START,
    AllHeads,
    Bands,
    Batch,
    Batches,
    BlockClass,
    BlockList,
    Bounds,
    Cells,
    Classes,
    Cuts,
    Documents,
    Group,
    Listed,
    Nest,
    OneByOne,
    Order,
    Packed,
    Predicate,
    SegmentLoop,
    SelectionTable,
    Strip,
    View,
)
from patternc.ir.bounds import normal
from patternc.ir.index import CeilDiv, Cmp, Expr, Num, modulo, over, plus
from patternc.ir.kernel import DENSE, ClassActive, EveryClass, Kernel, KernelGroup, Lattice, Piece, Softmax, Sweep
from patternc.ir.mask import Bound, ByHead, ByHeadBlock, Fixed, Offset, Side
from patternc.ir.traversal import boxes_in, names_in


def legalize(kernel: Kernel) -> Batches:
    """The nests of batches that run a kernel's query sweeps.

    Keeps: for every head, a query counts a key as often in the batches of a softmax as in its query sweeps.
    """
    tables, lists = _tables(kernel), listings.by_key(kernel)
    groups = tuple(
        Group(
            group.heads,
            tuple(_nest(lists, tables, *place) for place in _pieces(group)),
            len(group.softmaxes),
            group.combine,
            group.divisor,
        )
        for group in kernel.groups
    )
    return Batches(groups)


def _pieces(group: KernelGroup) -> tuple[tuple[int, Softmax, Sweep, Piece], ...]:
    return tuple(
        (index, softmax, sweep, piece)
        for index, softmax in enumerate(group.softmaxes)
        for sweep in softmax.queries
        for piece in sweep.pieces
    )


def _tables(kernel: Kernel) -> tuple[SelectionTable, ...]:
    """The tables of block selections that are tested pair by pair but not by arithmetic."""
    return tuple(
        SelectionTable(number, selection, _block_list(listed), "head" in names_in(selection))
        for number, (selection, listed) in enumerate(listings.looked_up(kernel), 1)
    )


def _block_list(listed: listings.Listed) -> BlockList:
    return BlockList(
        listed.index,
        listed.listing,
        listed.masks,
        listed.order,
        listed.inputs,
        listed.of_heads,
        listed.of_key_heads,
        listed.by_head,
        listed.by_total,
    )


def _nest(
    lists: Mapping[listings.Key, listings.Listed],
    tables: tuple[SelectionTable, ...],
    index: int,
    softmax: Softmax,
    sweep: Sweep,
    piece: Piece,
) -> Nest:
    """The nest of loops for a piece.

    Rows in segments so that a tile lies in one block are walked at once: here runs of rows have any length.
    """
    if piece.listing is not None:
        listed = listings.listed(lists, softmax, Side.QUERY, sweep, piece)
        return _listed_nest(piece, listed, _predicate(piece, tables), index)
    rows = DENSE if sweep.rows.dilation == 1 and piece.columns.segment is None else sweep.rows
    walk = walked(rows, piece)
    batch = Batch(
        rows=_rows(walk),
        columns=_columns(walk),
        bounds=Bounds(walk.lows, walk.highs),
        joined=Bounds(piece.lows, piece.highs) if isinstance(walk.segments, Documents) else None,
        predicate=_predicate(piece, tables),
        multiplicity=piece.multiplicity,
        softmax=index,
        fused=one_call(walk),
    )
    held = batch.predicate.tables if batch.predicate else ()
    return Nest(
        walk.heads, batch, _classes(walk), walk.segments, None, held, clause=piece.span, note=", ".join(_words(walk))
    )


# ---- residue classes -------------------------------------------------------------------------------------------------
def _classes(walk: Walk) -> Classes | None:
    if walk.classes_of_blocks:
        return Classes(walk.piece.columns.dilation)
    if not isinstance(walk.rows.offset, EveryClass):
        return None
    tests = (active for active in walk.piece.active if active.block == 1)
    skipped = (Cmp("!=", modulo(RESIDUE, one.dilation), _of_head(one.offset, one.dilation)) for one in tests)
    return Classes(walk.rows.dilation, tuple(skipped))


def _of_head(offset: Offset, dilation: int) -> Expr:
    """The residue class of positions that one head attends to."""
    match offset:
        case Fixed(value):
            return Num(value)
        case ByHead():
            return modulo(HEAD, dilation)
        case ByHeadBlock():
            return over(HEAD, CeilDiv(NUM_HEADS, Num(dilation)))
        case _:
            assert_never(offset)


def _residue(lattice: Lattice, walk: Walk) -> Expr:
    """A position of the lattice, modulo its dilation."""
    if lattice.dilation == 1:
        return Num(0)
    match lattice.offset:
        case EveryClass():
            residue: Expr = RESIDUE
        case ByHead() | ByHeadBlock() as offset:
            residue = _of_head(offset, lattice.dilation) if isinstance(walk.heads, OneByOne) else RESIDUE
        case Fixed(value):
            residue = Num(value)
        case _:
            assert_never(lattice.offset)
    return plus(START, residue) if _restarts(lattice, walk.segments) else residue


def _restarts(lattice: Lattice, segments: SegmentLoop | None) -> bool:
    """Whether the residues of a lattice count from the start of each segment, and that makes a difference."""
    width = segments.width if isinstance(segments, Bands | Cuts) else None
    return lattice.segment is not None and lattice.segment == width and width % lattice.dilation != 0


# ---- views -----------------------------------------------------------------------------------------------------------
def _rows(walk: Walk) -> View:
    piece, columns = walk.piece, walk.piece.columns
    inside = walk.segments is not None
    if not walk.packed_rows:
        residue = _residue(walk.rows, walk)
        return Strip(inside, piece.row_lows + walk.row_lows, piece.row_highs, residue, walk.rows.dilation)
    classes = tuple(map(_class, piece.active))
    if walk.classes_of_blocks:
        classes += (BlockClass(columns.block, columns.segment, columns.dilation, RESIDUE),)
    return Packed(classes, inside, piece.row_lows, piece.row_highs)


def _columns(walk: Walk) -> View:
    columns, residue = walk.piece.columns, _residue(walk.piece.columns, walk)
    if columns.block > 1:
        return Packed((BlockClass(columns.block, columns.segment, columns.dilation, residue),), walk.confined)
    return Strip(walk.confined, walk.column_lows, walk.column_highs, residue, columns.dilation)


def _class(active: ClassActive) -> BlockClass:
    return BlockClass(active.block, active.segment, active.dilation, _of_head(active.offset, active.dilation))


# ---- predicates and lists --------------------------------------------------------------------------------------------
def _predicate(piece: Piece, tables: tuple[SelectionTable, ...]) -> Predicate | None:
    """The part of the mask that bounds and lattices do not express."""
    if not piece.residual and not piece.counted:
        return None
    atoms = listings.tested(piece)
    held = tuple(table for table in tables if table.selection in atoms)
    return Predicate(piece.residual, piece.counted, held)


def _listed_nest(piece: Piece, one: listings.Listed, predicate: Predicate | None, index: int) -> Nest:
    """The loops of a listed piece; for an ordered grid, the near cells of each block are computed once per call."""
    apart, rows, columns = reads_head(piece), one.listing.queries, one.listing.keys
    lows, highs = tuple(map(normal, piece.lows)), tuple(map(normal, piece.highs))
    near = one.order is not None and not one.inputs and not apart
    order = None if one.order is None else Order(one.order, one.place_number, _wide(piece))
    batch = Batch(
        rows=Cells(rows, order, piece.row_lows, piece.row_highs),
        columns=Cells(1) if near else Cells(columns, order),
        bounds=Bounds(lows, highs),
        predicate=predicate,
        multiplicity=piece.multiplicity,
        softmax=index,
    )
    heads = OneByOne() if apart else AllHeads()
    words = [f"blocks of {one.listing.sizes} as listed", *_bound_words(lows, highs), *_piece_words(piece)]
    listed = Listed(_block_list(one), near)
    return Nest(heads, batch, listed=listed, clause=piece.span, note=", ".join(words))


def _wide(piece: Piece) -> bool:
    """Whether products in a comparison may exceed 32 bits; those of a box never do."""
    return bool(piece.lows or piece.highs) or len(boxes_in(piece.residual)) < len(piece.residual)


# ---- what a nest is, in words ----------------------------------------------------------------------------------------
def _words(walk: Walk) -> list[str]:
    columns, segments = walk.piece.columns, walk.segments
    found: list[str] = []
    if isinstance(segments, Documents):
        found.append("documents")
    if walk.packed_rows:
        found.append("queries of some blocks")
    if isinstance(segments, Bands | Cuts):
        found.append(f"segments of {segments.width}")
    if walk.rows.dilation > 1:
        found.append(f"queries {_lattice_words(walk.rows)}")
    if columns.dilation > 1:
        found.append(f"keys {_lattice_words(columns)}")
    found += [*_bound_words(walk.lows, walk.highs), *_piece_words(walk.piece)]
    return found or ["every key"]


def _bound_words(lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> list[str]:
    if Bounds(lows, highs) == CAUSAL:
        return ["causal"]
    return ["keys within bounds"] if lows or highs else []


def _piece_words(piece: Piece) -> list[str]:
    found = ["some queries"] if piece.row_lows or piece.row_highs else []
    if piece.multiplicity > 1:
        found.append(f"counted {piece.multiplicity} times")
    if piece.counted:
        found.append(f"counted by {len(piece.counted)} branches")
    return found


def _lattice_words(lattice: Lattice) -> str:
    match lattice.offset:
        case Fixed(value):
            residue = str(value)
        case ByHead():
            residue = "the head"
        case ByHeadBlock():
            residue = "the block of heads"
        case EveryClass():
            residue = "each residue"
        case _:
            assert_never(lattice.offset)
    return f"at {residue} mod {lattice.dilation}" + (f", in blocks of {lattice.block}" if lattice.block > 1 else "")
