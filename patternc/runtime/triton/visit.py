"""A tile of columns in the online softmax, and the weights of its pairs in gradients."""

import triton
import triton.language as tl

from .numbers import _LOG2E
from .pairs import _stays
from .tiles import _accumulated, _scaled


@triton.jit
def _scores(products, scale):
    """Scores in units of log2, so that the softmax needs exp2 alone; with `scale` None they are given as such."""
    return products if scale is None else products * (scale * _LOG2E)


@triton.jit
def _attend(
    state,
    products,
    values,
    scale=None,
    BIAS: tl.constexpr = 0.0,
    q=None,
    k=None,
    drawing=None,
    DROPS: tl.constexpr = False,
):
    """Take a tile of keys into the softmax.

    The products, or scores, of pairs to leave out are -inf. BIAS: the log2 of how often each pair counts. `drawing`: of
    `_stays`, for positions q and k, if weights are dropped.
    """
    peak, total, acc = state
    highest = _scores(tl.max(products, 1), scale)
    new_peak = tl.maximum(peak, highest if BIAS == 0.0 else highest + BIAS)
    shift = tl.where(new_peak == float("-inf"), 0.0, new_peak)  # rows that have no key yet
    fade = tl.exp2(peak - shift)
    weights = tl.exp2(_scores(products, scale) - (shift if BIAS == 0.0 else shift - BIAS)[:, None])
    total = total * fade + tl.sum(weights, 1)
    weights = _dropped(weights, q, k, drawing, DROPS)
    return new_peak, total, _accumulated(_scaled(acc, fade[:, None]), weights, values)


@triton.jit
def _weights(products, lse, scale=None, BIAS: tl.constexpr = 0.0):
    """The weights P = exp(S - lse)."""
    return tl.exp2(_scores(products, scale) - (lse if BIAS == 0.0 else lse - BIAS))


@triton.jit
def _dropped(tile, q, k, drawing, DROPS: tl.constexpr):
    """Weights, or gradients of kept weights, without those that are dropped, the rest raised accordingly."""
    return tl.where(_stays(drawing, q, k), tile * drawing[2], 0.0) if DROPS else tile
