# Blocks of 64 at random, of density 0.05.
pattern sparse_05 {
    attend blocks(64, random(density=0.05, seed=7))
}
