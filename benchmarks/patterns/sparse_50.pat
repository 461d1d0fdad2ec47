# Blocks of 64 at random, of density 0.5.
pattern sparse_50 {
    attend blocks(64, random(density=0.5, seed=7))
}
