"""The loops in which torch modules walk a piece without a list, and the bounds that these loops leave to test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from patternc.ir.batch import (
    AllHeads,
    Bands,
    Bounds,
    ByResidue,
    ByShare,
    Cuts,
    Documents,
    HeadLoop,
    OneByOne,
    SegmentLoop,
)
from patternc.ir.bounds import at_most, normal
from patternc.ir.facts import bound_facts, document_ends, inputs_read
from patternc.ir.kernel import DENSE, EveryClass, Lattice, Piece
from patternc.ir.mask import And, Bound, ByHead, ByHeadBlock, InputKind, RelativePosition
from patternc.ir.traversal import names_in, relative

CAUSAL = Bounds((), (RelativePosition(1),))


@dataclass(frozen=True, slots=True)
class Walk:
    """The loops of a piece without a list, and the bounds that its loops over segments or documents do not imply.

    `confined`: columns lie in the rows' segment. `column_lows`, `column_highs`: bounds that are the same for all rows;
    `row_lows`: those of rows that attend to any column.
    """

    rows: Lattice
    piece: Piece
    heads: HeadLoop
    segments: SegmentLoop | None
    confined: bool
    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    column_lows: tuple[Bound, ...] = ()
    column_highs: tuple[Bound, ...] = ()
    row_lows: tuple[Bound, ...] = ()

    @property
    def packed_rows(self) -> bool:
        """Whether rows are gathered from blocks of one residue class."""
        return any(active.block > 1 for active in self.piece.active) or self.classes_of_blocks

    @property
    def classes_of_blocks(self) -> bool:
        """Whether the loops visit every residue class of blocks separately."""
        return self.piece.columns.block > 1 and isinstance(self.piece.columns.offset, EveryClass)


def walked(rows: Lattice, piece: Piece) -> Walk:
    """The walk of a piece over rows of a lattice."""
    lows, highs = tuple(map(normal, piece.lows)), tuple(map(normal, piece.highs))
    heads = _heads(rows, piece)
    if piece.columns.block > 1 or any(active.block > 1 for active in piece.active):
        cuts = None if rows.segment is None else Cuts(rows.segment)
        return Walk(rows, piece, heads, cuts, False, lows, highs)
    for documents, ends in _documents(lows, highs) if rows == DENSE else ():
        lows, highs = (tuple(bound for bound in bounds if bound not in ends) for bounds in (lows, highs))
        return Walk(rows, piece, heads, Documents(documents), True, lows, highs)
    width = rows.segment or _narrowest(rows, lows, highs)
    if width is None:
        return _narrowed(Walk(rows, piece, heads, None, False, lows, highs))
    if not _confined(width, lows, highs):
        return Walk(rows, piece, heads, Cuts(width), False, lows, highs)
    lows = tuple(bound for bound in lows if bound != RelativePosition(0, 0, width))
    highs = tuple(bound for bound in highs if bound != RelativePosition(width, 0, width))
    segments = Bands(width) if _repeats(width, piece, lows + highs) else Cuts(width)
    return Walk(rows, piece, heads, segments, True, lows, highs)


def _narrowed(walk: Walk) -> Walk:
    """The walk with bounds that are equal for all rows turned into ends of the column view.

    Causal rows before the first of these columns attend to none, so that the view of rows begins there too.
    """
    (lows, column_lows), (highs, column_highs) = map(_of_rows, (walk.lows, walk.highs))
    causal = CAUSAL.highs[0] in highs
    return replace(
        walk,
        lows=lows,
        highs=highs,
        column_lows=column_lows,
        column_highs=column_highs,
        row_lows=column_lows if causal else (),
    )


def _of_rows(bounds: tuple[Bound, ...]) -> tuple[tuple[Bound, ...], tuple[Bound, ...]]:
    """The bounds split into those that depend on the row and those that do not."""
    differ = tuple(bound for bound in bounds if bound_facts(bound).by_position)
    return differ, tuple(bound for bound in bounds if bound not in differ)


def _documents(lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> Iterator[tuple[str, tuple[Bound, Bound]]]:
    """The inputs of the documents that the bounds keep rows and columns in, with the bounds at their ends."""
    for read in inputs_read(lows, InputKind.OFFSETS):
        start, end = document_ends(read.name, read.unit)
        if any(at_most(start, bound) for bound in lows) and any(at_most(bound, end) for bound in highs):
            yield read.name, (start, end)


def _narrowest(rows: Lattice, lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> int | None:
    """The narrowest segment the bounds keep rows and columns in, if the rows' lattice fits it."""
    widths = sorted({bound.period for bound in relative((*lows, *highs)) if bound.period > 1})
    fitting = (width for width in widths if width % rows.dilation == 0 and _confined(width, lows, highs))
    return next(fitting, None)


def _confined(width: int, lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> bool:
    low, high = RelativePosition(0, 0, width), RelativePosition(width, 0, width)
    return any(at_most(low, bound) for bound in lows) and any(at_most(bound, high) for bound in highs)


def _repeats(width: int, piece: Piece, bounds: tuple[Bound, ...]) -> bool:
    """Whether moving the piece by one segment gives the same piece."""
    bounds_repeat = len(relative(bounds)) == len(bounds) and all(
        width % bound.period == 0 for bound in relative(bounds)
    )
    columns_repeat = piece.columns.segment == width or width % piece.columns.dilation == 0
    tested = piece.residual or piece.counted or piece.row_lows or piece.row_highs
    return bounds_repeat and columns_repeat and not tested


def one_call(walk: Walk) -> bool:
    """Whether one causal or full call serves: row t attends to all columns, or to columns 0..t with equal positions."""
    if walk.piece.residual or walk.piece.counted:
        return False
    columns = walk.piece.columns
    same = (walk.rows.dilation, walk.rows.offset) == (columns.dilation, columns.offset)
    packed = walk.packed_rows or columns.block > 1
    in_step = same and (walk.confined or walk.segments is None) and not packed
    return not walk.lows and (not walk.highs or (walk.highs == CAUSAL.highs and in_step))


# ---- heads -----------------------------------------------------------------------------------------------------------
def _heads(rows: Lattice, piece: Piece) -> HeadLoop:
    """The loop over heads: one strided view serves several only if all lattices that differ by head differ alike."""
    lattices = (rows, piece.columns)
    ways = {(lattice.offset, lattice.dilation) for lattice in lattices if _by_head(lattice.offset)}
    classes = isinstance(rows.offset, EveryClass) or (
        piece.columns.block > 1 and isinstance(piece.columns.offset, EveryClass)
    )
    active = any(_by_head(condition.offset) for condition in piece.active)
    if len(ways) > 1 or (classes and ways) or active or reads_head(piece):
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


def reads_head(piece: Piece) -> bool:
    """Whether what is tested pair by pair differs between heads."""
    return "head" in names_in(And((*piece.residual, *(mask for mask, _ in piece.counted))))
