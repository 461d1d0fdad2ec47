# A causal sliding window: the current key and `left` keys before it.
# Child et al., "Generating Long Sequences with Sparse Transformers", arXiv 1904.10509;
# Jiang et al., "Mistral 7B", arXiv 2310.06825 (a window of 4096 keys is left=4095).
pattern sliding_window(left=4095) {
    attend window(left, 0)
}
