"""The mean of several softmaxes of a row."""

import triton
import triton.language as tl

from .numbers import _LN2, _LOG2E
from .softmax import _finish, _joined, _nothing
from .tiles import _line, _load, _scaled, _store, _sum, _zeros


@triton.jit(do_not_specialize=("lse", "batches", "queries", "heads", "head_start"))
def _mix_by_lse(
    parts,
    part_lses,
    out,
    lse,
    batches,
    heads,
    queries,
    head_start,
    COUNT: tl.constexpr,
    TILE: tl.constexpr,
):
    """Store out = sum_b w_b out_b with w = softmax_b(lse_b); lse = ln sum_b exp(lse_b)."""
    batch, head = tl.program_id(2), head_start + tl.program_id(1)
    rows = tl.program_id(0) * TILE.rows + tl.arange(0, TILE.rows)
    valid = rows < queries
    index = _line(batch, head, heads) * queries + rows
    softmax = _line(batches, 0, heads) * queries  # rows of all heads, from one softmax to the next
    state = _nothing(TILE.rows, TILE.value_dim)
    for part in tl.static_range(COUNT):
        peak, total, acc = state
        other = tl.load(part_lses + part * softmax + index, mask=valid, other=float("-inf")) * _LOG2E
        others = _load(parts, TILE.value_dim.size, part * softmax + index, valid, TILE.value_dim)
        new_peak, fade, weight = _joined(peak, other)
        acc = _sum(_scaled(acc, fade[:, None]), _scaled(others, weight[:, None]))
        state = new_peak, total * fade + weight, acc
    result, lse_log2 = _finish(state)
    _store(out, index, valid, result, TILE.value_dim)
    tl.store(lse + index, lse_log2 * _LN2, mask=valid)


@triton.jit(do_not_specialize=("lse", "batches", "queries", "heads", "head_start"))
def _mix_evenly(
    parts,
    out,
    lse,
    batches,
    heads,
    queries,
    head_start,
    COUNT: tl.constexpr,
    DIVISOR: tl.constexpr,
    TILE: tl.constexpr,
):
    """Store out = sum_b out_b / DIVISOR; there is no one lse."""
    batch, head = tl.program_id(2), head_start + tl.program_id(1)
    rows = tl.program_id(0) * TILE.rows + tl.arange(0, TILE.rows)
    valid = rows < queries
    index = _line(batch, head, heads) * queries + rows
    softmax = _line(batches, 0, heads) * queries  # rows of all heads, from one softmax to the next
    result = _zeros(TILE.rows, TILE.value_dim)
    for part in tl.static_range(COUNT):
        result = _sum(result, _load(parts, TILE.value_dim.size, part * softmax + index, valid, TILE.value_dim))
    _store(out, index, valid, _scaled(result, 1.0 / DIVISOR), TILE.value_dim)
    tl.store(lse + index, 0.0, mask=valid)
