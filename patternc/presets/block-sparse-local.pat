# Blocks of a causal window: every position attends to its own block and some whole blocks before it.
# After Child et al., "Generating Long Sequences with Sparse Transformers", arXiv 1904.10509, whose kernels cut the
# window by positions within its first block.
pattern block_sparse_local(block=64, left=7) {
    attend blocks(block, window(left, 0))
    where causal
}
