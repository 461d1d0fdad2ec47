"""How a host function finds the lists its kernels visit: pairs of blocks once, then sorted by tiles of rows."""

from __future__ import annotations

from collections.abc import Sequence

from patternc.codegen.block_lists.listings import Listed
from patternc.codegen.triton.block_rows import LEAST
from patternc.codegen.triton.input_lookups import given_name
from patternc.codegen.triton.kernel_text import ListOf
from patternc.codegen.triton.launch_plan import Part
from patternc.codegen.triton.list_loops import list_names, tallest
from patternc.codegen.triton.row_tiles import extent, is_contiguous
from patternc.ir.kernel import Sweep
from patternc.ir.mask import Side

WHOLE_TILE = 128
"""No row of the tile table has taller tiles."""


def lists_of(parts: Sequence[Part], list_of: ListOf) -> tuple[Listed, ...]:
    """The distinct lists that the pieces of some sweeps visit."""
    found = [list_of(part, piece) for part in parts for piece in part.sweep.pieces if piece.listing is not None]
    return tuple({one.index: one for one in found}.values())


def found_lists(lists: Sequence[Listed], *, partitioned: bool) -> tuple[str, ...]:
    """Statements that find pairs of blocks, and where cells stand along an order."""
    held = ("some_heads.start", "some_heads.stop") if partitioned else ("0", "heads")
    extents = "range(q_offset, q_stop), range(k_offset, k_stop), seq_len, query.device"
    lines = []
    for one in lists:
        given = "".join(f", {_of_heads(name, held)}" for name in one.inputs)
        heads = _of_model(held) if one.by_head else "some_heads" if partitioned else "range(heads)"
        total = "num_heads" if one.by_total else "heads"
        lines.append(f"pairs_{one.index} = {one.name}({heads}, {total}, {extents}{given})")
    return tuple(lines)


def _of_model(held: tuple[str, str]) -> str:
    """The heads of a group as those of the whole model."""
    start, stop = held
    first = "head_offset" if start == "0" else f"head_offset + {start}"
    return f"range({first}, head_offset + {stop})"


def _of_heads(name: str, held: tuple[str, str]) -> str:
    """An input of a list: of a selection, which each head has its own of, that of the group."""
    whole = name != "selection" or held[0] == "0"
    return given_name(name) if whole else f"{given_name(name)}[:, {held[0]} : {held[1]}]"


def list_lines(lists: Sequence[Listed], sweep: Sweep, side: Side) -> tuple[str, ...]:
    """Statements that sort pairs by the tiles of a launch."""
    lines = []
    for one in lists:
        names, block = list_names(one), one.listing.block
        function = "_list" if one.inputs else "_static_list"
        rows, columns = (f"range({extent(x)}_offset, {extent(x)}_stop)" for x in (side, side.other))
        if sweep.order is not None:
            rows = "range(seq_len)"
        tile = 'tile["BLOCK_M"]' if is_contiguous(sweep.rows) else str(block)
        pairs = f'"{extent(side)}", pairs_{one.index}'
        if sweep.order is not None:
            lines.append(f"cells = {one.place}(query.device)")
            columns = f"_numbers({columns}, seq_len)"
        lines.append(f"{names.tensors} = {function}({pairs}, {rows}, {columns}, {block}, {tile})")
    return tuple(lines)


def most_rows(parts: Sequence[Part], lists: Sequence[Listed]) -> str:
    """The argument that keeps tiles short where blocks of rows are small, or nothing."""
    rows = parts[0].sweep.rows
    if is_contiguous(rows):
        most = min((_most(one.listing.block) for one in lists), default=WHOLE_TILE)
    elif rows.dilation == 1 and _by_blocks(parts[0].sweep):
        assert rows.segment is not None
        most = max(16, 1 << (rows.segment - 1).bit_length())
    else:
        return ""
    return f", {most}" if most < WHOLE_TILE else ""


def _most(block: int) -> int:
    """Rows of a tile that lies in one block, if that is enough of them; else of one that meets several."""
    inside = min(block & -block, WHOLE_TILE)
    return inside if inside >= LEAST else tallest(block)


def _by_blocks(sweep: Sweep) -> bool:
    """Whether the rows are cut where blocks end, and not where segments do."""
    return any(
        piece.listing is not None or piece.columns.block > 1 or any(one.block > 1 for one in piece.active)
        for piece in sweep.pieces
    )
