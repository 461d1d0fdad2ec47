pattern p {
    attend blocks(0, causal)
    attend blocks(1.5, causal)
    attend blocks(64)
    attend blocks(64, 2)
    attend blocks(64, window(2), 3)
    attend blocks(2K, blocks(1K, causal))
    attend blocks(causal, causal)
    attend blocks
    combine lse
}
