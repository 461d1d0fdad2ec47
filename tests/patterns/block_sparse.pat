# Blocks in a window, the first one, and three at random; element by element only what is not in the future.
pattern block_sparse {
    attend blocks(64, window(2) | first(1) | random(3, seed=7))
    where causal
}
