"""Pieces to walks: which strips of rows and columns a piece pairs, and which bounds are left to look at."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.ir.bounds import at_most, normal
from patternc.ir.kernel import DENSE, EveryClass, Lattice, Piece
from patternc.ir.mask import Bound, ByHead, ByHeadBlock, Fixed, Follow, Layout, OfDocument


@dataclass(frozen=True, slots=True)
class Walk:
    """How the rows of a piece are walked.

    `segment`: in segments of that width, or at once (None). `confined`: columns lie in the rows' segment. `batched`:
    every whole segment looks the same, so one view holds them all. `lows`, `highs`: bounds besides the segment's own.
    `documents`: the start of a position's document, where documents are walked as segments are; the bounds then are
    those besides the document's own. `order`: of a listed piece, the numbering its blocks are of.
    """

    rows: Lattice
    piece: Piece
    segment: int | None
    confined: bool
    batched: bool
    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]
    documents: OfDocument | None = None
    order: Layout | None = None

    @property
    def in_step(self) -> bool:
        """Whether row t and column t stand at one position, for every t, in a call that cuts neither."""
        columns = self.piece.columns
        same = (self.rows.dilation, self.rows.offset) == (columns.dilation, columns.offset)
        return same and (self.confined or self.segment is None) and not (self.packed_rows or self.packed_columns)

    @property
    def packed_rows(self) -> bool:
        """Whether rows are taken out of blocks of one residue class."""
        return any(active.block > 1 for active in self.piece.active) or self.classes_of_blocks

    @property
    def packed_columns(self) -> bool:
        """Whether columns are taken out of blocks of one residue class."""
        return self.piece.columns.block > 1

    @property
    def classes_of_blocks(self) -> bool:
        """Whether every residue class of blocks is walked by itself."""
        return self.packed_columns and isinstance(self.piece.columns.offset, EveryClass)


def walk(rows: Lattice, piece: Piece, order: Layout | None = None) -> Walk:
    """Decide how a piece is walked, for rows of a lattice.

    Rows in segments so that a tile lies in one block are walked at once: here runs of rows have any length.
    """
    lows, highs = tuple(map(normal, piece.lows)), tuple(map(normal, piece.highs))
    if piece.listing is not None:
        return Walk(DENSE, piece, None, False, False, lows, highs, order=order)
    if rows.dilation == 1 and piece.columns.segment is None:
        rows = DENSE
    if piece.columns.block > 1 or any(active.block > 1 for active in piece.active):
        return Walk(rows, piece, rows.segment, False, False, lows, highs)
    start = _documents(lows, highs) if rows == DENSE else None
    if start is not None:
        ends = (start, OfDocument(start.input, True, start.block))
        lows, highs = (tuple(bound for bound in bounds if bound not in ends) for bounds in (lows, highs))
        return Walk(rows, piece, None, True, False, lows, highs, documents=start)
    segment = rows.segment or _segment(rows, lows, highs)
    confined = segment is not None and _confined(segment, lows, highs)
    if segment is not None and confined:
        lows = tuple(bound for bound in lows if bound != Follow(0, 0, segment))
        highs = tuple(bound for bound in highs if bound != Follow(segment, 0, segment))
    batched = segment is not None and confined and _repeats(segment, piece, lows + highs)
    return Walk(rows, piece, segment, confined, batched, lows, highs)


def restarts(lattice: Lattice, segment: int | None) -> bool:
    """Whether the residues of a lattice count from the start of each segment, and that makes a difference."""
    return lattice.segment is not None and lattice.segment == segment and segment % lattice.dilation != 0


def by_head(offset: object) -> bool:
    """Whether an offset depends on the head."""
    match offset:
        case ByHead() | ByHeadBlock():
            return True
        case _:
            return False


def words(walk: Walk) -> str:
    """The walk in a few words, for a comment."""
    columns = walk.piece.columns
    found: list[str] = []
    if walk.piece.listing is not None:
        found.append(f"blocks of {walk.piece.listing.block} as listed")
    if walk.documents is not None:
        found.append("documents")
    if walk.packed_rows:
        found.append("queries of some blocks")
    if walk.segment is not None:
        found.append(f"segments of {walk.segment}")
    if walk.rows.dilation > 1:
        found.append(f"queries {_lattice_words(walk.rows)}")
    if columns.dilation > 1:
        found.append(f"keys {_lattice_words(columns)}")
    if walk.highs == (Follow(1),) and not walk.lows:
        found.append("causal")
    elif walk.lows or walk.highs:
        found.append("keys within bounds")
    if walk.piece.row_lows or walk.piece.row_highs:
        found.append("some queries")
    if walk.piece.multiplicity > 1:
        found.append(f"counted {walk.piece.multiplicity} times")
    if walk.piece.counted:
        found.append(f"counted by {len(walk.piece.counted)} branches")
    return ", ".join(found) or "every key"


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
    return f"at {residue} mod {lattice.dilation}" + (f", in blocks of {lattice.block}" if lattice.block > 1 else "")


def _documents(lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> OfDocument | None:
    """The start of the documents that the bounds keep rows and columns in."""
    starts = (bound for bound in lows if isinstance(bound, OfDocument) and not bound.end)
    ends = ((start, OfDocument(start.input, True, start.block)) for start in starts)
    return next((start for start, end in ends if any(at_most(bound, end) for bound in highs)), None)


def _segment(rows: Lattice, lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> int | None:
    """The narrowest segment the bounds keep rows and columns in, if the rows' lattice fits it."""
    widths = sorted({bound.period for bound in (*lows, *highs) if isinstance(bound, Follow) and bound.period > 1})
    fitting = (width for width in widths if width % rows.dilation == 0 and _confined(width, lows, highs))
    return next(fitting, None)


def _confined(segment: int, lows: tuple[Bound, ...], highs: tuple[Bound, ...]) -> bool:
    low, high = Follow(0, 0, segment), Follow(segment, 0, segment)
    return any(at_most(low, bound) for bound in lows) and any(at_most(bound, high) for bound in highs)


def _repeats(segment: int, piece: Piece, bounds: tuple[Bound, ...]) -> bool:
    """Whether a step of one segment takes the piece to itself."""
    bounds_repeat = all(isinstance(bound, Follow) and segment % bound.period == 0 for bound in bounds)
    columns_repeat = piece.columns.segment == segment or segment % piece.columns.dilation == 0
    return (
        bounds_repeat and columns_repeat and not (piece.residual or piece.counted or piece.row_lows or piece.row_highs)
    )
