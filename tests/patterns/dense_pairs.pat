# Half of all small blocks: they are found pair by pair, not listed.
pattern dense_pairs {
    attend blocks(2, random(density=0.5, seed=3)) & window(512)
}
