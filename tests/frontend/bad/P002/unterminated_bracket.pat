pattern p {
    attend segment(4096, dilation=2
    attend widow(3)
    combine lse
}
