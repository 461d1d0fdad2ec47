# A window of blocks, the first one, and three at random (as BigBird, arXiv 2007.14062).
pattern scattered {
    attend blocks(64, window(1) | first(1) | random(3, seed=7))
}
