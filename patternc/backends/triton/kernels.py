"""Sweeps as kernels: one text for each direction. Equal texts are one kernel, whatever their segments and dilations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from patternc.backends.triton.block_rows import crowded
from patternc.backends.triton.given import lookups
from patternc.backends.triton.kernel_text import CHUNKS, Block, KernelText, Setting, Spell, Sweeping, kernel_text
from patternc.backends.triton.layout import indented, laid_out, sequence, without_unread
from patternc.backends.triton.listed import listed_text
from patternc.backends.triton.pieces import Loop, PieceSpeller, PieceText
from patternc.backends.triton.plan import Part
from patternc.backends.triton.rows import (
    compact_of,
    follows_head,
    index_compact,
    index_in_place,
    longest_last,
    ordered_tile,
    row_tile,
)
from patternc.kernel_ir import Piece
from patternc.mask_ir import Side


def forward(sweeping: Sweeping) -> KernelText:
    """Spell out and lse of the rows of a sweep of queries."""
    chunks = ", ".join(CHUNKS)
    setup = [*_query_program(sweeping)]
    if sweeping.pieces:
        setup += [
            *_loaded("queries", "query", 0, "q_offset", "head"),
            *_keys_of_head(),
            *_by_pairs(sweeping),
            f"operands = queries, keys, values, strides, scale{sweeping.setting.score.operands}",
            *_slope(sweeping),
        ]
    setup.append("state = _nothing(BLOCK_M, WIDTH, TAIL)")
    visit = _Visit("_visit", "state", "columns[None, :] - rows[:, None]", "rows[:, None]", "columns[None, :]")
    merges = tuple(
        _merge_block(
            sweeping,
            part,
            Side.QUERY,
            [f"state = _merge(state, partials[{i}][0], partials[{i}][1], index, member & valid, {chunks})"],
        )
        for i, part in enumerate(sweeping.merges)
    )
    unit = "" if sweeping.compact else " * _LN2"
    divides = sweeping.setting.divides and not sweeping.compact
    divided = (f"result = _scaled(result, {1 / sweeping.setting.divisor!r})",) if divides else ()
    results = (
        "result, lse_log2 = _finish(state)",
        *divided,
        *_index(sweeping, Side.QUERY, "head"),
        f"_store(out, index, valid, result, {chunks})",
        f"tl.store(lse + index, lse_log2{unit}, mask=valid)",
    )
    tensors = ("query", "key", "value", "out", "lse", "partials", "strides", "scale")
    return kernel_text(sweeping, "forward", tensors, setup, _piece_blocks(sweeping, visit, 1.0, 4), merges, results)


def grad_query(sweeping: Sweeping) -> KernelText:
    """Spell the gradient of the rows of a sweep of queries."""
    chunks = ", ".join(CHUNKS)
    setup = [*_query_program(sweeping)]
    if sweeping.pieces:
        setup += [
            *_loaded("queries", "query", 0, "q_offset", "head"),
            *_loaded("grads", "grad_out", 3, "q_offset", "head"),
            "line = _line(batch, head, heads) * (q_stop - q_offset) - q_offset",
            "row_lse, row_delta = _row_lse(lse + line + rows, valid), _row_values(delta + line + rows, valid)",
            *_keys_of_head(),
            *_by_pairs(sweeping),
            *_grad_tables(sweeping),
            "operands = queries, grads, row_lse, row_delta, keys, values, strides, scale"
            + sweeping.setting.score.query_grad_operands,
            *_slope(sweeping),
        ]
    setup.append("grad = _zeros(BLOCK_M, WIDTH, TAIL)")
    visit = _Visit("_visit_query_grad", "grad", "columns[None, :] - rows[:, None]", "rows[:, None]", "columns[None, :]")
    merges = tuple(
        _merge_block(
            sweeping,
            part,
            Side.QUERY,
            [f"grad = _sum(grad, _load(partials[{i}], HEAD_DIM, index, member & valid, {chunks}))"],
        )
        for i, part in enumerate(sweeping.merges)
    )
    result = "grad" if sweeping.compact else "_scaled(grad, scale)"
    results = (*_index(sweeping, Side.QUERY, "head"), f"_store(grad_query, index, valid, {result}, {chunks})")
    tensors = ("query", "key", "value", "grad_out", "lse", "delta", "grad_query", "partials", "strides", "scale")
    blocks = _piece_blocks(sweeping, visit, 1 / sweeping.setting.divisor, 4)
    return kernel_text(sweeping, "grad_query", tensors, setup, blocks, merges, results)


def grad_key_value(sweeping: Sweeping) -> KernelText:
    """Spell the gradients of a sweep of keys: one query head's where the rows follow the head, else the sum of all."""
    chunks = ", ".join(CHUNKS)
    each_head = follows_head(sweeping.rows)
    setup = [*(_head_program(sweeping) if each_head else _key_head_program(sweeping))]
    if sweeping.pieces:
        setup += [
            *_loaded("keys", "key", 1, "k_offset", "kv_head"),
            *_loaded("values", "value", 2, "k_offset", "kv_head"),
        ]
    setup.append("state = _zeros(BLOCK_M, WIDTH, TAIL), _zeros(BLOCK_M, WIDTH, TAIL)")
    for_head = [part for part in sweeping.merges if follows_head(part.sweep.rows)]
    each = f"for head in range({_heads_of_key_head(sweeping.setting)}):"
    if not each_head and sweeping.pieces:
        setup.append(each)
    indent = 4 if each_head else 8
    if sweeping.pieces:
        setup += indented(_queries_of_head(sweeping), indent - 4)
    distance = "rows[:, None] - columns[None, :]"
    visit = _Visit("_visit_key_value_grad", "state", distance, "columns[None, :]", "rows[:, None]")
    merges = [Block((), (f"    {each}",))] if for_head else []  # a loop of its own: fewer values live at once
    merges += [
        _merge_block(sweeping, part, Side.KEY, _added_partial(i), indent=8 if part in for_head else 4)
        for i, part in sorted(enumerate(sweeping.merges), key=lambda item: item[1] not in for_head)
    ]
    store = "_store_more" if sweeping.setting.accumulating and not sweeping.compact else "_store"
    result = "state[0]" if sweeping.compact else "_scaled(state[0], scale)"
    results = (
        *(_index(sweeping, Side.KEY, "head" if each_head else "kv_head")),
        f"{store}(grad_key, index, valid, {result}, {chunks})",
        f"{store}(grad_value, index, valid, state[1], {chunks})",
    )
    tensors = (
        "query",
        "key",
        "value",
        "grad_out",
        "lse",
        "delta",
        "grad_key",
        "grad_value",
        "partials",
        "strides",
        "scale",
    )
    blocks = _piece_blocks(sweeping, visit, 1 / sweeping.setting.divisor, indent)
    return kernel_text(sweeping, "grad_key_value", tensors, setup, blocks, tuple(merges), results)


# ---- what the directions share ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Visit:
    """The call that takes in a tile of columns.

    `distance`: key position minus query position, of every pair; `query`, `key`: the positions, broadcasting.
    """

    function: str
    state: str
    distance: str
    query: str
    key: str


def _query_program(sweeping: Sweeping) -> tuple[str, ...]:
    head = "head_start + tl.program_id(1)" if sweeping.setting.partitioned else "tl.program_id(1)"
    return (f"batch, head = tl.program_id(2), {head}", *_row_tile(sweeping, Side.QUERY))


def _row_tile(sweeping: Sweeping, side: Side) -> tuple[str, ...]:
    """The program's rows, and what bounds read of its batch entry."""
    found = lookups(sweeping.pieces)
    if sweeping.ordered:
        return (*ordered_tile(side), *found)
    return (*row_tile(sweeping.rows, side, last_first=longest_last(sweeping.part.sweep)), *found)


def _head_program(sweeping: Sweeping) -> tuple[str, ...]:
    head = "head_start + tl.program_id(1)" if sweeping.setting.partitioned else "tl.program_id(1)"
    return (f"batch, head = tl.program_id(2), {head}", "kv_head = head // group", *_row_tile(sweeping, Side.KEY))


def _key_head_program(sweeping: Sweeping) -> tuple[str, ...]:
    kv_head = "head_start // group + tl.program_id(1)" if sweeping.setting.partitioned else "tl.program_id(1)"
    return (f"batch, kv_head = tl.program_id(2), {kv_head}", *_row_tile(sweeping, Side.KEY))


def _heads_of_key_head(setting: Setting) -> str:
    if setting.partitioned:
        return "tl.maximum(kv_head * group, head_start), tl.minimum(kv_head * group + group, head_stop)"
    return "kv_head * group, kv_head * group + group"


def _loaded(name: str, tensor: str, stride: int, offset: str, head: str) -> tuple[str, ...]:
    """Load the program's rows of a tensor."""
    where = f"{tensor}, strides[{stride}], batch, {head}, {offset}"
    return (f"{name} = _load_head({where}, rows, valid, {', '.join(CHUNKS)})",)


def _keys_of_head() -> tuple[str, ...]:
    return (
        "keys = key + _origin(strides[1], batch, head // group, k_offset)",
        "values = value + _origin(strides[2], batch, head // group, k_offset)",
    )


def _queries_of_head(sweeping: Sweeping) -> tuple[str, ...]:
    return (
        "queries = query + _origin(strides[0], batch, head, q_offset)",
        "grads = grad_out + _origin(strides[3], batch, head, q_offset)",
        "line = _line(batch, head, heads) * (q_stop - q_offset) - q_offset",
        *_by_pairs(sweeping),
        "operands = keys, values, queries, grads, lse + line, delta + line, strides, scale"
        + sweeping.setting.score.operands,
        *_slope(sweeping),
    )


def _slope(sweeping: Sweeping) -> tuple[str, ...]:
    if not sweeping.setting.score.alibi:
        return ()
    return ("slope = tl.exp2(-8.0 * (head + 1) / heads)",)


def _by_pairs(sweeping: Sweeping) -> tuple[str, ...]:
    """What a head's scores and weights depend on besides: tables by distance, and what draws the weights to drop."""
    score = sweeping.setting.score
    tables = [f"given_{table.name} + head * {table.width}" for table in score.tables]
    lines: tuple[str, ...] = (f"tables = {sequence(tables)}",) if tables else ()
    if score.dropout:
        lines += ("drawing = _drawn(_drawn(0, seed), _line(batch, head, heads)), threshold, kept",)
    return lines


def _grad_tables(sweeping: Sweeping) -> tuple[str, ...]:
    tables = [f"grad_of_{table.name} + head * {table.width}" for table in sweeping.setting.score.tables]
    return (f"grad_tables = {sequence(tables)}",) if tables else ()


def _index(sweeping: Sweeping, side: Side, head: str) -> tuple[str, ...]:
    if sweeping.compact:
        return index_compact(sweeping.rows, side, "tl.program_id(1)")
    if head == "kv_head":
        return tuple(line.replace("head, heads", "kv_head, heads // group") for line in index_in_place(side))
    return index_in_place(side)


def _added_partial(i: int) -> list[str]:
    rows = f"HEAD_DIM, index, member & valid, {', '.join(CHUNKS)}"
    return [
        f"state = _sum(state[0], _load(partials[{i}][0], {rows})), state[1]",
        f"state = state[0], _sum(state[1], _load(partials[{i}][1], {rows}))",
    ]


def _merge_block(sweeping: Sweeping, part: Part, side: Side, lines: Sequence[str], indent: int = 4) -> Block:
    """Take the partial of an earlier sweep in."""
    local, locals_ = "tl.program_id(1)", "tl.num_programs(1)"
    if side is Side.KEY and follows_head(part.sweep.rows):
        local, locals_ = (
            ("head - head_start", "head_stop - head_start") if sweeping.setting.partitioned else ("head", "heads")
        )
    where = compact_of(part.sweep.rows, side, local, locals_)
    spelled = _clauses(part.sweep.pieces, sweeping.setting.spell)
    text = (f"index, member = {where}", *lines)
    return Block(indented(spelled, indent), laid_out(indented(text, indent)))


def _clauses(pieces: Sequence[Piece], spell: Spell) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for piece in pieces for line in spell(piece)))


def _piece_blocks(sweeping: Sweeping, visit: _Visit, weight: float, indent: int) -> tuple[Block, ...]:
    sweep = sweeping.part.sweep
    blocks = []
    for piece in sweep.pieces:
        text = _piece_text(sweeping, piece)
        lines = list(text.ranges)
        for loop in text.loops:
            lines.append(f"for t in range({loop.start}, {loop.stop}, BLOCK_N):")
            call = f"{visit.function}({', '.join(_arguments(visit, sweeping, piece, weight, loop))})"
            lines += indented((*without_unread((*loop.columns, *loop.tests), (call,)), f"{visit.state} = {call}"), 4)
        blocks.append(Block(indented(sweeping.setting.spell(piece), indent), laid_out(indented(lines, indent))))
    return tuple(blocks)


def _piece_text(sweeping: Sweeping, piece: Piece) -> PieceText:
    sweep = sweeping.part.sweep
    if piece.listing is None:
        return PieceSpeller(piece, sweep.rows, sweep.side, crowded=crowded(sweep)).text()
    listed = sweeping.setting.list_of(sweeping.part, piece)
    return listed_text(sweep, piece, listed, partitioned=sweeping.setting.partitioned)


def _arguments(visit: _Visit, sweeping: Sweeping, piece: Piece, weight: float, loop: Loop) -> tuple[str, ...]:
    bias = math.log2(piece.multiplicity * weight)
    score = sweeping.setting.score
    return (
        *(visit.state, "operands", loop.first, loop.lanes),
        *((f"slope * ({visit.distance})",) if score.alibi else ()),
        *((visit.query, visit.key) if score.pairs else ()),
        "HEAD_DIM",
        *(("loaded", "admitted") if loop.tests else ()),
        *((f"BIAS={bias!r}",) if bias else ()),
        *(("DROPS=DROPS",) if score.dropout else ()),
    )
