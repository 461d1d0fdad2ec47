# Cross-attention of an encoder-decoder: every query attends to all entries of another sequence.
# They have no place in the sequence of queries. `lengths` says how many each batch entry has; others are padding.
# Vaswani et al., "Attention Is All You Need", arXiv 1706.03762.
pattern cross_attention {
    source text
    input lengths: lengths
    attend padding(@lengths) from text
}
