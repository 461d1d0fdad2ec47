# Blocks of 64 at random, of density 0.25.
pattern sparse_25 {
    attend blocks(64, random(density=0.25, seed=7))
}
