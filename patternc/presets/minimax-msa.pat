# MiniMax sparse attention: each query attends to the blocks of keys that a router picked for its key head.
# `picks` holds 16 numbers of blocks of each query and key head. MiniMax, "MiniMax-M3", 2026: blocks of 128.
pattern minimax_msa(block=128) {
    input picks: selection(kv_heads)
    attend causal & blocks(1 x block, selected(@picks))
}
