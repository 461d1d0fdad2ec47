"""Kernel IR to batches: which rows and columns a piece pairs, under which loops, and what is left to test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from patternc.codegen.block_lists import listings
from patternc.ir.batch import (
    HEAD,
    NUM_HEADS,
    RESIDUE,
    AllHeads,
    Batch,
    Batches,
    BlockList,
    Bounds,
    ByResidue,
    ByShare,
    Cells,
    Class,
    Classes,
    Group,
    HeadLoop,
    Listed,
    Nest,
    OneByOne,
    Order,
    Places,
    Predicate,
    SelectionTable,
)
from patternc.ir.bounds import normal
from patternc.ir.index import CeilDiv, Cmp, Expr, Num, modulo, over
from patternc.ir.kernel import EveryClass, Kernel, KernelGroup, Lattice, Piece, Softmax, Sweep
from patternc.ir.mask import And, ByHead, ByHeadBlock, Fixed, Offset, Side
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
        listed.index, listed.listing, listed.masks, listed.order, listed.inputs, listed.by_head, listed.by_total
    )


def _nest(
    lists: Mapping[listings.Key, listings.Listed],
    tables: tuple[SelectionTable, ...],
    index: int,
    softmax: Softmax,
    sweep: Sweep,
    piece: Piece,
) -> Nest:
    """The nest of loops for a piece."""
    if piece.listing is not None:
        listed = listings.listed(lists, softmax, Side.QUERY, sweep, piece)
        return _listed_nest(piece, listed, _predicate(piece, tables), index)
    heads = _heads(sweep.rows, piece)
    batch = Batch(
        rows=Places(_row_classes(sweep.rows, piece, heads), piece.row_lows, piece.row_highs),
        columns=Places(_class(piece.columns, heads)),
        bounds=_bounds(piece),
        predicate=_predicate(piece, tables),
        multiplicity=piece.multiplicity,
        softmax=index,
    )
    held = batch.predicate.tables if batch.predicate else ()
    note = ", ".join(_words(sweep.rows, piece))
    return Nest(heads, batch, _classes(sweep.rows, piece), None, held, clause=piece.span, note=note)


def _bounds(piece: Piece) -> Bounds:
    return Bounds(tuple(map(normal, piece.lows)), tuple(map(normal, piece.highs)))


# ---- heads and residue classes ---------------------------------------------------------------------------------------
def _heads(rows: Lattice, piece: Piece) -> HeadLoop:
    """The loop over heads: one view serves several only if all lattices that differ by head differ alike."""
    lattices = (rows, piece.columns)
    ways = {(lattice.offset, lattice.dilation) for lattice in lattices if _by_head(lattice.offset)}
    classes = any(isinstance(lattice.offset, EveryClass) for lattice in lattices)
    active = any(_by_head(condition.offset) for condition in piece.active)
    if len(ways) > 1 or (classes and ways) or active or _reads_head(piece):
        return OneByOne()
    match next(iter(ways), None):
        case ByHead(), dilation:
            return ByResidue(dilation)
        case ByHeadBlock(), dilation:
            return ByShare(dilation)
        case _:
            return AllHeads()


def _by_head(offset: object) -> bool:
    return isinstance(offset, ByHead | ByHeadBlock)


def _reads_head(piece: Piece) -> bool:
    return "head" in names_in(And((*piece.residual, *(mask for mask, _ in piece.counted))))


def _classes(rows: Lattice, piece: Piece) -> Classes | None:
    """The loop over the residue classes of rows, or of blocks of columns."""
    if isinstance(rows.offset, EveryClass):
        tests = (active for active in piece.active if active.block == 1)
        skipped = (Cmp("!=", modulo(RESIDUE, one.dilation), _of_head(one.offset, one.dilation)) for one in tests)
        return Classes(rows.dilation, tuple(skipped))
    return Classes(piece.columns.dilation) if isinstance(piece.columns.offset, EveryClass) else None


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


# ---- views -----------------------------------------------------------------------------------------------------------
def _row_classes(rows: Lattice, piece: Piece, heads: HeadLoop) -> tuple[Class, ...]:
    """The classes of rows: those of their lattice, of conditions on their blocks, and of columns that share theirs."""
    classes = isinstance(rows.offset, EveryClass)
    active = tuple(
        Class(one.dilation, _of_head(one.offset, one.dilation), one.segment, one.block)
        for one in piece.active
        if one.block > 1 or not classes
    )
    shared = not classes and isinstance(piece.columns.offset, EveryClass)
    return (*_class(rows, heads), *active, *(_class(piece.columns, heads) if shared else ()))


def _class(lattice: Lattice, heads: HeadLoop) -> tuple[Class, ...]:
    """The class of a lattice's positions; none if it holds all."""
    if lattice.dilation == 1:
        return ()
    match lattice.offset:
        case EveryClass():
            residue: Expr = RESIDUE
        case ByHead() | ByHeadBlock() | Fixed() as offset:
            looped = isinstance(heads, ByResidue | ByShare) and _by_head(offset)
            residue = RESIDUE if looped else _of_head(offset, lattice.dilation)
        case _:
            assert_never(lattice.offset)
    restarts = lattice.segment is not None and lattice.segment % lattice.dilation != 0
    return (Class(lattice.dilation, residue, lattice.segment if restarts else None, lattice.block),)


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
    apart, size, bounds = _reads_head(piece), one.listing.block, _bounds(piece)
    near = one.order is not None and not one.inputs and not apart
    order = None if one.order is None else Order(one.order, one.place_number, _wide(piece))
    batch = Batch(
        rows=Cells(size, order, piece.row_lows, piece.row_highs),
        columns=Cells(1) if near else Cells(size, order),
        bounds=bounds,
        predicate=predicate,
        multiplicity=piece.multiplicity,
        softmax=index,
    )
    heads = OneByOne() if apart else AllHeads()
    words = [f"blocks of {size} as listed", *_piece_words(piece)]
    listed = Listed(_block_list(one), near)
    return Nest(heads, batch, listed=listed, clause=piece.span, note=", ".join(words))


def _wide(piece: Piece) -> bool:
    """Whether products in a comparison may exceed 32 bits; those of a box never do."""
    return bool(piece.lows or piece.highs) or len(boxes_in(piece.residual)) < len(piece.residual)


# ---- what a nest is, in words ----------------------------------------------------------------------------------------
def _words(rows: Lattice, piece: Piece) -> list[str]:
    found = ["queries of some blocks"] if any(active.block > 1 for active in piece.active) else []
    if rows.dilation > 1:
        found.append(f"queries {_lattice_words(rows)}")
    if piece.columns.dilation > 1:
        found.append(f"keys {_lattice_words(piece.columns)}")
    return [*found, *_piece_words(piece)] or ["every key"]


def _piece_words(piece: Piece) -> list[str]:
    found = ["keys within bounds"] if piece.lows or piece.highs else []
    if piece.row_lows or piece.row_highs:
        found.append("some queries")
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
    within = "" if lattice.segment is None else f" in segments of {lattice.segment}"
    blocks = f", in blocks of {lattice.block}" if lattice.block > 1 else ""
    return f"at {residue} mod {lattice.dilation}{within}{blocks}"
