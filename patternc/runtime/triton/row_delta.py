"""Delta and lse of each row, as the gradient kernels read them."""

import triton
import triton.language as tl

from .numbers import _LOG2E
from .tiles import _counted, _line, _load, _step, _unit


@triton.jit(do_not_specialize=("lse", "delta", "row_lse", "queries", "heads", "head_start"))
def _row_delta(
    out,
    lse,
    grad_out,
    grad_lse,
    delta,
    row_lse,
    stride,
    queries,
    LSE_GRADIENT: tl.constexpr,
    TILE: tl.constexpr,
    heads=None,
    head_start=0,
    FACTOR: tl.constexpr = 1,
):
    """Store delta = rowsum(dO * O) * FACTOR - dlse, and lse in fp32 and units of log2.

    Of rows without a key they are 0 and +inf, so that every weight is 0. `heads`: of the call, where the launch is for
    some of them, from `head_start` on.
    """
    batch, head = tl.program_id(2), head_start + tl.program_id(1)
    rows = tl.program_id(0) * TILE.rows + tl.arange(0, TILE.rows)
    valid = rows < queries
    index = _line(batch, head, tl.num_programs(1) if heads is None else heads) * queries + rows
    at = batch.to(tl.int64) * _counted(stride, 0) + head.to(tl.int64) * _counted(stride, 1)
    grad_out += at * _unit(stride)
    grads = _load(grad_out, _step(stride), rows, valid, TILE.value_dim)
    outs = _load(out, TILE.value_dim.size, index, valid, TILE.value_dim)
    result = tl.sum(grads[0].to(tl.float32) * outs[0].to(tl.float32), 1)
    if TILE.value_dim.tail:
        result += tl.sum(grads[1].to(tl.float32) * outs[1].to(tl.float32), 1)
    if FACTOR != 1:
        result *= FACTOR
    if LSE_GRADIENT:
        result -= tl.load(grad_lse + index, mask=valid, other=0.0)
    lses = tl.load(lse + index, mask=valid, other=0.0)
    empty = lses == float("-inf")
    tl.store(delta + index, tl.where(empty, 0.0, result), mask=valid)
    tl.store(row_lse + index, tl.where(empty, float("inf"), (lses * _LOG2E).to(tl.float32)), mask=valid)
