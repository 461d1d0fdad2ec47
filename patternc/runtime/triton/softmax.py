"""The online softmax."""

import triton
import triton.language as tl

from .numbers import _LOG2E
from .tiles import _inside, _load, _scaled, _sum, _zeros


@triton.jit
def _slope(head, heads):
    """ALiBi's slope of a head (arXiv 2108.12409): past a power of two, every other slope of twice as many heads."""
    power = heads | heads >> 1
    power |= power >> 2
    power |= power >> 4
    power |= power >> 8
    power |= power >> 16
    power -= power >> 1  # the largest power of two in the number of heads
    return tl.exp2(-4.0 * tl.where(head < power, 2 * head + 2, 2 * (head - power) + 1) / power)


@triton.jit
def _tanh(x):
    """tanh, accurate near 0, where (1 - e) / (1 + e) cancels."""
    e = tl.exp2(tl.abs(x) * (-2.0 * _LOG2E))
    far = tl.where(x < 0, -1.0, 1.0) * (1.0 - e) / (1.0 + e)
    y = x * x
    near = x * (1.0 + y * (-1.0 / 3.0 + y * (2.0 / 15.0 + y * (-17.0 / 315.0))))
    return tl.where(tl.abs(x) < 0.2, near, far)


@triton.jit
def _nothing(ROWS: tl.constexpr, EXTENT: tl.constexpr):
    """The softmax over no key: its peak (log2), the sum of weights beside the peak, the weighted sum of values."""
    return tl.full([ROWS], float("-inf"), tl.float32), tl.zeros([ROWS], tl.float32), _zeros(ROWS, EXTENT)


@triton.jit
def _finish(state):
    """The softmax's output and lse (log2), in fp64: of great scores fp32 holds few digits. Of no key, 0 and -inf."""
    peak, total, acc = state
    some = tl.where(total == 0, 1.0, total)
    lse = peak.to(tl.float64) + tl.log2(some)
    return _scaled(acc, (1.0 / some)[:, None]), tl.where(total == 0, float("-inf"), lse)


@triton.jit
def _joined(peak, other):
    """The higher peak of a softmax and of another's lse (log2), and what the weights of both fade by."""
    new_peak = tl.maximum(peak, other.to(tl.float32))
    shift = tl.where(new_peak == float("-inf"), 0.0, new_peak)
    return new_peak, tl.exp2(peak - shift), tl.exp2((other - shift).to(tl.float32))


@triton.jit
def _merge(state, partial, rows, valid, EXTENT: tl.constexpr):
    """Take a finished softmax of the same rows into the softmax: a row of its output and of its lse (log2) for each."""
    peak, total, acc = state
    out, lse = partial
    other = tl.load(lse + rows, mask=valid, other=float("-inf"))
    others = _load(out, EXTENT.size, rows, valid, EXTENT)
    new_peak, fade, weight = _joined(peak, other)
    acc = _sum(_scaled(acc, fade[:, None]), _scaled(others, weight[:, None]))
    return new_peak, total * fade + weight, acc


@triton.jit
def _store_more(pointer, rows, valid, tile, EXTENT: tl.constexpr):
    """Add gradients of keys to rows of a contiguous fp32 tensor: head groups that share keys run one after the other.

    Memory adds, so that registers need not hold what was there; one program of a launch adds to a row.
    """
    at = pointer + rows[:, None] * EXTENT.size
    _add_columns(at, valid, tile[0], 0, EXTENT.width, EXTENT)
    if EXTENT.tail:
        _add_columns(at, valid, tile[1], EXTENT.width, EXTENT.tail, EXTENT)


@triton.jit
def _add_columns(at, valid, tile, FIRST: tl.constexpr, WIDTH: tl.constexpr, EXTENT: tl.constexpr):
    columns = FIRST + tl.arange(0, WIDTH)
    tl.atomic_add(at + columns[None, :], tile, mask=_inside(columns, valid, FIRST + WIDTH, EXTENT), sem="relaxed")
