# Blocks of a causal window: every position attends to its own block and some whole blocks before it.
# Child et al., "Generating Long Sequences with Sparse Transformers", arXiv 1904.10509 (its block-sparse kernels).
pattern block_sparse_local(block=64, left=7) {
    attend blocks(block, window(left, 0))
    where causal
}
