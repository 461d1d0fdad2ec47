# Levels of blocks: all attend to near blocks, every 4th also to farther ones, and every 16th to the whole sequence.
# Wider views for fewer rows, as in Zhu and Soricut, "H-Transformer-1D: Fast One-Dimensional Hierarchical Attention for
# Sequences", arXiv 2107.11906 (which averages the far keys, where this leaves out rows).
pattern hierarchical(block=64, near=2, wide=8, often=4, seldom=16) {
    attend blocks(block, window(near) | queries(every=often) & window(wide) | queries(every=seldom))
}
