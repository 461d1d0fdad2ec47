"""Functions of pairs of positions."""

import triton
import triton.language as tl

from .tiles import _count


@triton.jit
def _stays(drawing, q, k):
    """Whether dropout keeps the weight of a pair: the same bits in every pass, tile and backend."""
    start, threshold, _ = drawing
    return (_drawn(_drawn(start, q), k) ^ -0x80000000) >= threshold


@triton.jit
def _drawn(x, word):
    """Mix a further word into a hash of 32 bits, the sign among them.

    The constants are those of lowbias32 (C. Wellons, "Hash function prospector").
    """
    x = x + word.to(tl.int32) + (0x9E3779B9 - 0x100000000)
    x = (x ^ ((x >> 16) & 0xFFFF)) * 0x7FEB352D
    x = (x ^ ((x >> 15) & 0x1FFFF)) * (0x846CA68B - 0x100000000)
    return x ^ ((x >> 16) & 0xFFFF)


@triton.jit
def _add_by_distance(totals, values, q, k, RADIUS: tl.constexpr):
    """Add the values of pairs to the totals of their distances.

    Pairs beyond the radius share a total: a tile's are summed first, as one of millions added singly loses digits.
    """
    least, most = tl.min(k) - tl.max(q), tl.max(k) - tl.min(q)
    if (least >= RADIUS) | (most <= -RADIUS):
        tl.atomic_add(totals + tl.where(least >= RADIUS, 2 * RADIUS, 0), tl.sum(values))
    else:
        distance = tl.broadcast_to(k - q, values.shape)  # rows may share a position
        before, after = distance <= -RADIUS, distance >= RADIUS
        tl.atomic_add(totals, tl.sum(tl.where(before, values, 0.0)))
        tl.atomic_add(totals + 2 * RADIUS, tl.sum(tl.where(after, values, 0.0)))
        within = (values != 0.0) & (distance > -RADIUS) & (distance < RADIUS)
        tl.atomic_add(totals + distance + RADIUS, values, mask=within)


@triton.jit
def _add_by_place(totals, values, place):
    """Add the values of pairs to the totals at their places."""
    tl.atomic_add(totals + tl.broadcast_to(place, values.shape), values, mask=values != 0.0)


@triton.jit
def _added_distances(totals, values, q, k):
    """Add to the total of each row the values of its pairs times key minus query position."""
    return totals + tl.sum(values * (k - q).to(tl.float32), 1)


@triton.jit
def _origin_of_pairs(stride, batch, head, first_query, first_key):
    """The place of the pair of positions 0 of a head in a tensor [B, H, Nq, Nk], whose first pair is of two others."""
    at = batch.to(tl.int64) * (stride[0] // 2) + tl.cast(head, tl.int64) * (stride[1] // 2)
    return at - _place_of_pair(stride, first_query, first_key)


@triton.jit
def _place_of_pair(stride, q, k):
    """The place of pairs past those of positions 0; `stride` holds the odd 2 * stride + 1, or a constant of a key."""
    return tl.cast(q, tl.int64) * (stride[2] // 2) + tl.cast(k, tl.int64) * (stride[3] // 2)


@triton.jit
def _load_pairs(tensor, origin, stride, q, k, valid):
    """Read the numbers of the pairs of a tile; 0 where not valid."""
    at, valid = tl.broadcast(origin + _place_of_pair(stride, q, k), valid)
    return tl.load(tensor + at, mask=valid, other=0.0).to(tl.float32)


@triton.jit
def _add_pairs(tensor, origin, stride, values, q, k, valid):
    """Add to the numbers of the pairs of a tile, where valid: only this program does, other threads of it before."""
    at = tensor + (origin + _place_of_pair(stride, q, k))
    tl.debug_barrier()
    tl.store(at, tl.load(at, mask=valid, other=0.0) + values, mask=valid)


@triton.jit
def _near(
    q,
    k,
    STRIDE: tl.constexpr,
    SIZE: tl.constexpr,
    EXTENT: tl.constexpr,
    DILATION: tl.constexpr,
    STEP: tl.constexpr = 1,
    BEFORE: tl.constexpr = None,
):
    """Whether, in one dimension of a grid, k is among the EXTENT cells of q's residue class nearest to q.

    BEFORE: of them come before the first of the STEP queries that share them; by default half.
    """
    i, j = q // STRIDE % SIZE, k // STRIDE % SIZE
    held = (SIZE - 1 - i % DILATION) // DILATION + 1
    first = i // (DILATION * STEP) * STEP - (EXTENT // 2 if BEFORE is None else BEFORE)
    start = tl.minimum(tl.maximum(first, 0), held - EXTENT)
    near = (j // DILATION >= start) & (j // DILATION < start + EXTENT)
    if DILATION > 1:
        near = near & (i % DILATION == j % DILATION)
    return near


@triton.jit
def _floored_div(x, divisor: tl.constexpr):
    """The quotient rounded down; `//` rounds toward zero."""
    return (x - _floored_mod(x, divisor)) // divisor


@triton.jit
def _floored_mod(x, divisor: tl.constexpr):
    """The non-negative remainder; that of `%` has the sign of x."""
    return (x % divisor + divisor) % divisor


@triton.jit
def _count_in_blocks(position, offset, DILATION: tl.constexpr, BLOCK: tl.constexpr):
    """The number of positions of the blocks offset, offset + DILATION, ... below a position."""
    position = tl.maximum(position, 0)
    block = position // BLOCK
    part = tl.where((block >= offset) & ((block - offset) % DILATION == 0), position % BLOCK, 0)
    return _count(block, offset, DILATION) * BLOCK + part
