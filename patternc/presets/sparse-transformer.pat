# The strided pattern: the last `l` keys, and every l-th key before.
# Child et al., "Generating Long Sequences with Sparse Transformers", arXiv 1904.10509, section 4.3.
# Both parts in one softmax, as a set union; the paper also gives each part its own heads.
pattern sparse_transformer(l=128) {
    attend window(l, 0) | stride(l)
    where causal
}
