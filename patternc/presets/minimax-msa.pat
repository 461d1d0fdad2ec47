# MiniMax's sparse attention: each query attends to the blocks of keys that a router picked for its key head.
# `picks` holds 16 numbers of blocks of 128 keys for each query and key head. The router is your own.
pattern minimax_msa(block=128) {
    input picks: selection(kv_heads)
    attend causal & blocks(1 x block, selected(@picks))
}
