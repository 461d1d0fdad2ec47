# Sliding tile attention over a video: every cell of a tile attends to the same tiles around it, so that none is cut.
# Zhang et al., "Fast Video Generation with Sliding Tile Attention", arXiv 2502.04507 (30 x 48 x 80 cells, tiles of 6 x 8 x 8).
pattern sta(frames=12, height=16, width=16, time=2, side=4, long=3, wide=3) {
    grid frames x height x width
    require frames % time == 0 and height % side == 0 and width % side == 0
    attend box(long * time, wide * side, wide * side, stride=[time, side, side])
}
