# Blocks: a window, global blocks at the front, and a few random blocks for every row of blocks.
# Zaheer et al., "Big Bird: Transformers for Longer Sequences", arXiv 2007.14062 (internal global blocks). Its code
# takes the first and the last block as global ones, and draws the random blocks from those that a row of blocks does
# not see otherwise; here they are drawn from all blocks.
pattern bigbird(block=64, reach=1, tokens=2, chosen=3, seed=0) {
    attend blocks(block, window(reach) | global(tokens) | random(chosen, seed=seed))
}
