# Native sparse attention, whole: entries that stand for blocks of keys, the blocks that were picked, and a window.
# `c` holds one compressed key for every `step` positions; a row sees those that end at it or before. `picks` lists blocks of
# `block` keys, as the scores of compressed attention rank them: both are your own. A gate a branch mixes the three.
# Yuan et al., "Native Sparse Attention", arXiv 2502.11089.
pattern nsa(step=16, block=64, w=512) {
    source c(ratio=step)
    input picks: selection(kv_heads)
    input compressed: gate
    input selected: gate
    input sliding: gate
    attend causal from c
    attend causal & blocks(1 x block, selected(@picks))
    attend window(w - 1, 0)
    combine gate(@compressed, @selected, @sliding)
}
