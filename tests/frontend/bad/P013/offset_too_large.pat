pattern p {
    attend segment(4096, dilation=2, offset=2)
    attend stride(3, offset=5)
    attend keys(every=4, offset=4)
    combine lse
}
