"""The loops around a piece, as text: over heads, residue classes and segments, to strips of rows and of columns."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.line_breaks import bracketed
from patternc.codegen.python_text import offset_text, position_text
from patternc.codegen.torch.predicates import HERE
from patternc.codegen.torch.selection_tables import Held, masks_of
from patternc.codegen.torch.walks import Walk, by_head, restarts
from patternc.ir.kernel import ClassActive, EveryClass, Lattice
from patternc.ir.mask import And, Bound, Box, ByHead, ByHeadBlock, Fixed
from patternc.ir.traversal import names_in


@dataclass(frozen=True, slots=True)
class Loops:
    """Lines that open loops, and what stands inside: the text of the rows and of the columns."""

    lines: tuple[str, ...]
    rows: str
    columns: str

    @property
    def inside(self) -> str:
        """The indentation of what stands inside the loops."""
        return _inside(self.lines)


def _inside(lines: tuple[str, ...] | list[str]) -> str:
    return "    " * sum(line.lstrip().startswith("for ") for line in lines)


def listed_loops(walk: Walk, listed: Listed) -> Loops:
    """The loops around a listed piece: heads with their pairs of blocks."""
    inputs = map(_of_heads, listed.inputs)
    block = listed.listing.block
    function = near_name(listed) if by_cells(walk, listed) else listed.name
    lines = []
    if listed.by_head:
        lines.append("of_model = range(head_offset + heads.start, head_offset + heads.stop)")
    own = "of_model" if listed.by_head else "heads", "num_heads" if listed.by_total else "total"
    lines += bracketed(f"pairs = {function}(", (*own, "queries", "keys", "n", "device", *inputs), ")", 4)
    if listed.order is None:
        rows, columns = (f"_cells({positions}, {block}, device)" for positions in ("queries", "keys"))
    else:
        rows, columns = (
            f"_ordered({positions}, {block}, {order_text(walk, listed)})" for positions in ("queries", "keys")
        )
    if by_cells(walk, listed):
        columns = "_cells(keys, 1, device)"
    lines += [f"rows = {rows}", f"pairs, columns = _needed(pairs, {columns})"]
    if _reads_head(walk):
        lines += ["for place in heads:", "    mine, head = _of_head(pairs, place - heads.start), head_offset + place"]
        lines += ["    for own, shared, listed in _listed(mine, range(place, place + 1), group, rows, columns):"]
    else:
        lines += ["for own, shared, listed in _listed(pairs, heads, group, rows, columns):"]
    limits = _row_limits(walk)
    return Loops(tuple(lines), f"rows._replace(inside=rows.inside & {limits})" if limits else "rows", "columns")


def _of_heads(name: str) -> str:
    """An input of a list: of a selection, which each head has its own of, that of the group."""
    return "given_selection[:, heads.start : heads.stop]" if name == "selection" else f"given_{name}"


def by_cells(walk: Walk, listed: Listed) -> bool:
    """Whether columns are listed one by one: few cells of a block are near another, and a call knows them once."""
    return listed.order is not None and not listed.inputs and not _reads_head(walk)


def near_name(listed: Listed) -> str:
    """The function that gives the positions which blocks of rows see."""
    return f"_near_{listed.index}"


def order_text(walk: Walk, listed: Listed) -> str:
    """The numbering of cells: a comparison's products need 64 bits, a box's do not."""
    boxes_alone = not (walk.lows or walk.highs) and all(isinstance(mask, Box) for mask in walk.piece.residual)
    return f"{listed.place}(device){'' if boxes_alone else '.long()'}"


def _reads_head(walk: Walk) -> bool:
    return "head" in names_in(And(masks_of(walk.piece)))


def _row_limits(walk: Walk) -> str:
    """A predicate over the rows' positions."""
    texts = [f"(rows.places >= {position_text(b, 'x', spelled=HERE)})" for b in walk.piece.row_lows]
    texts += [f"(rows.places < {position_text(b, 'x', spelled=HERE)})" for b in walk.piece.row_highs]
    return " & ".join(texts)


def piece_loops(walk: Walk, held: tuple[Held, ...]) -> Loops:
    """The loops around a piece, and the text of its strips of rows and of columns."""
    lines = [line for one in held for line in one.lines]
    lines += _head_loops(walk)
    depth = _inside(lines)
    start, stop, count = "queries.start", "queries.stop", "1"
    if walk.batched:
        lines.append(f"{depth}for start, stop, segments in _bands({walk.segment}, queries, keys):")
        start, stop, count = "start", "stop", "segments"
    elif walk.segment is not None:
        lines.append(f"{depth}for start, stop in _cuts({walk.segment}, queries):")
        start, stop = "start", "stop"
    elif walk.documents is not None:
        lines.append(f"{depth}for start, stop, alone in _documents(given_{walk.documents.input}, queries):")
        start, stop = "start", "stop"
    low = _limit("max", start, walk.piece.row_lows)
    high = _limit("min", stop, walk.piece.row_highs)
    k_start, k_stop = (start, stop) if walk.confined else ("keys.start", "keys.stop")
    rows = _rows(walk, low, high, count)
    return Loops(tuple(lines), rows, _columns(walk, k_start, k_stop, count))


def _rows(walk: Walk, low: str, high: str, count: str) -> str:
    if walk.packed_rows:
        columns = walk.piece.columns
        classes = [_class(active) for active in walk.piece.active]
        if walk.classes_of_blocks:
            classes.append(f"({columns.block}, {columns.segment}, {columns.dilation}, residue)")
        return f"_packed({low}, {high}, queries, device, {', '.join(classes)})"
    residue = _residue(walk.rows, walk, one_head_at_a_time(walk))
    return f"_strip({low}, {high}, {count}, {residue}, {walk.rows.dilation}, queries)"


def _columns(walk: Walk, start: str, stop: str, count: str) -> str:
    columns = walk.piece.columns
    residue = _residue(columns, walk, one_head_at_a_time(walk))
    if walk.packed_columns:
        taken = f"({columns.block}, {columns.segment}, {columns.dilation}, {residue})"
        return f"_packed({start}, {stop}, keys, device, {taken})"
    return f"_strip({start}, {stop}, {count}, {residue}, {columns.dilation}, keys)"


def _class(active: ClassActive) -> str:
    residue = offset_text(active.offset, active.dilation, "num_heads")
    return f"({active.block}, {active.segment}, {active.dilation}, {residue})"


def _head_loops(walk: Walk) -> list[str]:
    """The loops over heads, and over residue classes where rows take all of them."""
    rows = walk.rows
    if one_head_at_a_time(walk):
        lines = ["for place in heads:", "    own, shared = _slices(range(place, place + 1), group)"]
        lines.append("    head = head_offset + place")
    else:
        lattice = next((lattice for lattice in (rows, walk.piece.columns) if by_head(lattice.offset)), None)
        match lattice.offset if lattice is not None else None:
            case ByHead():
                assert lattice is not None
                lines = [f"for residue, own, shared in _by_residue({lattice.dilation}, heads, head_offset, group):"]
            case ByHeadBlock():
                assert lattice is not None
                places = f"{lattice.dilation}, heads, head_offset, num_heads, group"
                lines = [f"for residue, own, shared in _by_block({places}):"]
            case _:
                lines = ["for own, shared in _alike(heads, group):"]
    if walk.classes_of_blocks:
        lines.append(f"    for residue in range({walk.piece.columns.dilation}):")
    elif isinstance(rows.offset, EveryClass):
        lines.append(f"    for residue in range({rows.dilation}):")
        active = [active for active in walk.piece.active if active.block == 1]
        tests = [f"residue % {a.dilation} != {offset_text(a.offset, a.dilation, 'num_heads')}" for a in active]
        if tests:
            lines += [f"        if {' or '.join(tests)}:", "            continue"]
    return lines


def one_head_at_a_time(walk: Walk) -> bool:
    """Whether heads differ in more than one way, so that no one slice holds those that are alike."""
    lattices = (walk.rows, walk.piece.columns)
    ways = {(lattice.offset, lattice.dilation) for lattice in lattices if by_head(lattice.offset)}
    classes = isinstance(walk.rows.offset, EveryClass) or walk.classes_of_blocks
    active = any(by_head(condition.offset) for condition in walk.piece.active)
    return len(ways) > 1 or (classes and bool(ways)) or active or _reads_head(walk)


def _residue(lattice: Lattice, walk: Walk, one_at_a_time: bool) -> str:
    """A position of the lattice, modulo its dilation."""
    if lattice.dilation == 1:
        return "0"
    match lattice.offset:
        case Fixed(value):
            residue = str(value)
        case EveryClass():
            residue = "residue"
        case ByHead() | ByHeadBlock() as offset:
            residue = offset_text(offset, lattice.dilation, "num_heads") if one_at_a_time else "residue"
    return f"start + {residue}" if restarts(lattice, walk.segment) else residue


def _limit(chooser: str, start: str, bounds: tuple[Bound, ...]) -> str:
    """The tighter of a strip's own end and the bounds on rows."""
    if not bounds:
        return start
    return f"{chooser}({', '.join((start, *(position_text(bound, 'x', spelled=HERE) for bound in bounds)))})"
