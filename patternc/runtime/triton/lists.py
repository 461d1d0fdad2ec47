"""Lists of blocks, as kernels read them."""

import triton
import triton.language as tl


@triton.jit
def _listed(blocks, t, stop, BLOCK: tl.constexpr, BLOCK_N: tl.constexpr):
    """The positions of the columns t, t + 1, ... below `stop`."""
    if BLOCK % BLOCK_N == 0:
        return tl.load(blocks + t // BLOCK) * BLOCK + t % BLOCK + tl.arange(0, BLOCK_N)
    index = t + tl.arange(0, BLOCK_N)
    return tl.load(blocks + index // BLOCK, mask=index < stop, other=0) * BLOCK + index % BLOCK


@triton.jit
def _belongs(members, t, stop, row_blocks, BLOCK: tl.constexpr, BLOCK_N: tl.constexpr):
    """Whether the block of each column is listed for the block of each row, counted from the tile's first."""
    index = t + tl.arange(0, BLOCK_N)
    bits = tl.load(members + index // BLOCK, mask=index < stop, other=0)
    return ((bits[None, :] >> row_blocks[:, None]) & 1) == 1
