# Every r-th block of a wide window, and the block itself: local attention with holes of whole blocks.
# Child et al., "Generating Long Sequences with Sparse Transformers", arXiv 1904.10509 (strided, in blocks).
pattern block_sparse_dilated(block=64, reach=16, r=4) {
    attend blocks(block, window(reach) & stride(r))
}
