# Blocks of a window on both sides, and global blocks at the front that attend to, and are attended to by, all blocks.
# Ainslie et al., "ETC: Encoding Long and Structured Inputs in Transformers", arXiv 2004.08483.
pattern block_sparse_global_local(block=64, reach=2, tokens=1) {
    attend blocks(block, window(reach) | global(tokens))
}
