# Blocks of 64 at random, of density 0.1.
pattern sparse_10 {
    attend blocks(64, random(density=0.1, seed=7))
}
