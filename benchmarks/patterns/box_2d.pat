# A neighbourhood of 17 x 17 cells on a grid.
pattern box_2d {
    grid 128 x 64
    attend box(17, 17)
}
