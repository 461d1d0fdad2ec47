# Every r-th block of a wide window, and the block itself: local attention with holes of whole blocks.
# After Child et al., "Generating Long Sequences with Sparse Transformers", arXiv 1904.10509, whose strides are causal,
# of positions, and without a window.
pattern block_sparse_dilated(block=64, reach=16, r=4) {
    attend blocks(block, window(reach) & stride(r))
}
