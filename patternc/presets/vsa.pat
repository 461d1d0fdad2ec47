# Video sparse attention, its fine stage: the cells of a tile attend to the tiles that were picked for it.
# `picks` lists row-major numbers of tiles, by attention among means of tiles; that stage is your own, and gates mix the two.
# Zhang et al., "VSA: Faster Video Diffusion with Trainable Sparse Attention", arXiv 2505.13389 (32 tiles of 64 cells).
pattern vsa(frames=8, height=16, width=16, side=4) {
    grid frames x height x width
    input picks: selection(heads)
    attend tiles(side, side, side, selected(@picks))
}
