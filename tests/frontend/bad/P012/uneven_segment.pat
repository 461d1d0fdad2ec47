pattern p {
    attend segment(4096, dilation=6)
}
