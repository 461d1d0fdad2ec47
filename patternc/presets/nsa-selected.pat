# The selected branch of native sparse attention: blocks of 64 keys, a list for each query and key head.
# Compressed attention, whose scores pick the blocks, and the window are calls of their own, and gates mix the three.
# Yuan et al., "Native Sparse Attention", arXiv 2502.11089.
pattern nsa_selected(block=64) {
    input picks: selection(kv_heads)
    attend causal & blocks(1 x block, selected(@picks))
}
