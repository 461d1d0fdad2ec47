# The strided pattern of Sparse Transformers (arXiv 1904.10509): a local window and every 128th key before.
pattern sparse_strided(l=128) {
    attend window(l, 0) | stride(l)
    where causal
}
