"""Sweeps as kernels: one text for each direction. Equal texts are one kernel, whatever their segments and dilations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from patternc.codegen.triton.block_rows import crowded
from patternc.codegen.triton.kernel_text import CHUNKS, Block, KernelText, Spell, Sweeping, kernel_text
from patternc.codegen.triton.launch_plan import Part
from patternc.codegen.triton.line_layout import indented, laid_out, without_unread
from patternc.codegen.triton.list_loops import listed_text
from patternc.codegen.triton.pieces import Loop, PieceSpeller, PieceText
from patternc.codegen.triton.prologues import (
    by_pairs,
    grad_tables,
    head_program,
    heads_of_key_head,
    key_head_program,
    keys_of_head,
    loaded,
    queries_of_head,
    query_program,
    slope,
    stored_at,
)
from patternc.codegen.triton.row_tiles import compact_of, follows_head
from patternc.ir.kernel import Piece
from patternc.ir.mask import Side

_CHUNKS = ", ".join(CHUNKS)
_OF_QUERIES = ("columns[None, :] - rows[:, None]", "rows[:, None]", "columns[None, :]")
_OF_KEYS = ("rows[:, None] - columns[None, :]", "columns[None, :]", "rows[:, None]")


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


# ---- out and lse -----------------------------------------------------------------------------------------------------
def forward(sweeping: Sweeping) -> KernelText:
    """Spell out and lse of the rows of a sweep of queries."""
    tensors = ("query", "key", "value", "out", "lse", "partials", "strides", "scale")
    pieces = _piece_blocks(sweeping, _Visit("_visit", "state", *_OF_QUERIES), 1.0, 4)
    merges = _query_merges(
        sweeping,
        lambda i: f"state = _merge(state, partials[{i}][0], partials[{i}][1], index, member & valid, {_CHUNKS})",
    )
    return kernel_text(
        sweeping, "forward", tensors, _forward_setup(sweeping), pieces, merges, _forward_results(sweeping)
    )


def _forward_setup(sweeping: Sweeping) -> tuple[str, ...]:
    nothing = "state = _nothing(BLOCK_M, WIDTH, TAIL)"
    if not sweeping.pieces:
        return (*query_program(sweeping), nothing)
    return (
        *query_program(sweeping),
        *loaded("queries", "query", 0, "q_offset", "head"),
        *keys_of_head(),
        *by_pairs(sweeping),
        f"operands = queries, keys, values, strides, scale{sweeping.setting.score.operands}",
        *slope(sweeping),
        nothing,
    )


def _forward_results(sweeping: Sweeping) -> tuple[str, ...]:
    unit = "" if sweeping.compact else " * _LN2"
    divides = sweeping.setting.divides and not sweeping.compact
    return (
        "result, lse_log2 = _finish(state)",
        *((f"result = _scaled(result, {1 / sweeping.setting.divisor!r})",) if divides else ()),
        *stored_at(sweeping, Side.QUERY, "head"),
        f"_store(out, index, valid, result, {_CHUNKS})",
        f"tl.store(lse + index, lse_log2{unit}, mask=valid)",
    )


def _query_merges(sweeping: Sweeping, taken: Callable[[int], str]) -> tuple[Block, ...]:
    """Take partials of queries in; `taken` says how, of the i-th."""
    return tuple(_merge_block(sweeping, part, Side.QUERY, [taken(i)]) for i, part in enumerate(sweeping.merges))


# ---- the gradient of queries -----------------------------------------------------------------------------------------
def grad_query(sweeping: Sweeping) -> KernelText:
    """Spell the gradient of the rows of a sweep of queries."""
    tensors = ("query", "key", "value", "grad_out", "lse", "delta", "grad_query", "partials", "strides", "scale")
    visit = _Visit("_visit_query_grad", "grad", *_OF_QUERIES)
    pieces = _piece_blocks(sweeping, visit, 1 / sweeping.setting.divisor, 4)
    merges = _query_merges(
        sweeping, lambda i: f"grad = _sum(grad, _load(partials[{i}], HEAD_DIM, index, member & valid, {_CHUNKS}))"
    )
    result = "grad" if sweeping.compact else "_scaled(grad, scale)"
    results = (*stored_at(sweeping, Side.QUERY, "head"), f"_store(grad_query, index, valid, {result}, {_CHUNKS})")
    return kernel_text(sweeping, "grad_query", tensors, _grad_query_setup(sweeping), pieces, merges, results)


def _grad_query_setup(sweeping: Sweeping) -> tuple[str, ...]:
    nothing = "grad = _zeros(BLOCK_M, WIDTH, TAIL)"
    if not sweeping.pieces:
        return (*query_program(sweeping), nothing)
    return (
        *query_program(sweeping),
        *loaded("queries", "query", 0, "q_offset", "head"),
        *loaded("grads", "grad_out", 3, "q_offset", "head"),
        "line = _line(batch, head, heads) * (q_stop - q_offset) - q_offset",
        "row_lse, row_delta = _row_lse(lse + line + rows, valid), _row_values(delta + line + rows, valid)",
        *keys_of_head(),
        *by_pairs(sweeping),
        *grad_tables(sweeping),
        "operands = queries, grads, row_lse, row_delta, keys, values, strides, scale"
        + sweeping.setting.score.query_grad_operands,
        *slope(sweeping),
        nothing,
    )


# ---- the gradients of keys and values --------------------------------------------------------------------------------
def grad_key_value(sweeping: Sweeping) -> KernelText:
    """Spell the gradients of a sweep of keys: one query head's where the rows follow the head, else the sum of all."""
    tensors = ("query", "key", "value", "grad_out", "lse", "delta", "grad_key", "grad_value")
    each_head = follows_head(sweeping.rows)
    visit = _Visit("_visit_key_value_grad", "state", *_OF_KEYS)
    pieces = _piece_blocks(sweeping, visit, 1 / sweeping.setting.divisor, 4 if each_head else 8)
    store = "_store_more" if sweeping.setting.accumulating and not sweeping.compact else "_store"
    result = "state[0]" if sweeping.compact else "_scaled(state[0], scale)"
    results = (
        *stored_at(sweeping, Side.KEY, "head" if each_head else "kv_head"),
        f"{store}(grad_key, index, valid, {result}, {_CHUNKS})",
        f"{store}(grad_value, index, valid, state[1], {_CHUNKS})",
    )
    return kernel_text(
        sweeping,
        "grad_key_value",
        (*tensors, "partials", "strides", "scale"),
        _grad_key_value_setup(sweeping, each_head),
        pieces,
        _key_merges(sweeping),
        results,
    )


def _grad_key_value_setup(sweeping: Sweeping, each_head: bool) -> tuple[str, ...]:
    """Up to the first piece: where the rows do not follow the head, that stands in a loop over the query heads."""
    program = head_program(sweeping) if each_head else key_head_program(sweeping)
    nothing = "state = _zeros(BLOCK_M, WIDTH, TAIL), _zeros(BLOCK_M, WIDTH, TAIL)"
    if not sweeping.pieces:
        return (*program, nothing)
    queries = queries_of_head(sweeping)
    return (
        *program,
        *loaded("keys", "key", 1, "k_offset", "kv_head"),
        *loaded("values", "value", 2, "k_offset", "kv_head"),
        nothing,
        *(queries if each_head else (_each_head(sweeping), *indented(queries, 4))),
    )


def _each_head(sweeping: Sweeping) -> str:
    return f"for head in range({heads_of_key_head(sweeping.setting)}):"


def _key_merges(sweeping: Sweeping) -> tuple[Block, ...]:
    """Take partials of keys in; those of single heads first, in their own loop, so that fewer values live at once."""
    for_head = [part for part in sweeping.merges if follows_head(part.sweep.rows)]
    loop = (Block((), (f"    {_each_head(sweeping)}",)),) if for_head else ()
    ordered = sorted(enumerate(sweeping.merges), key=lambda item: item[1] not in for_head)
    return (
        *loop,
        *(
            _merge_block(sweeping, part, Side.KEY, _added_partial(i), indent=8 if part in for_head else 4)
            for i, part in ordered
        ),
    )


def _added_partial(i: int) -> list[str]:
    rows = f"HEAD_DIM, index, member & valid, {_CHUNKS}"
    return [
        f"state = _sum(state[0], _load(partials[{i}][0], {rows})), state[1]",
        f"state = state[0], _sum(state[1], _load(partials[{i}][1], {rows}))",
    ]


# ---- pieces and partials ---------------------------------------------------------------------------------------------
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
