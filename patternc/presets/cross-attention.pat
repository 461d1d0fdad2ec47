# Cross-attention of an encoder-decoder: every query attends to the entries of another sequence, which have no place in
# its own. `lengths` says how many entries each batch entry has; those behind it are padding.
# Vaswani et al., "Attention Is All You Need", arXiv 1706.03762.
pattern cross_attention {
    source text
    input lengths: lengths
    attend padding(@lengths) from text
}
