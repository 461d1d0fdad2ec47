pattern p {
    grid 16 x 32
    attend blocks(4, window(2) | box(3, 3))
}
