pattern p {
    attend segment(2, dilation=4, offset=branch)
    attend segment(2, dilation=4, offset=branch)
    attend segment(2, dilation=4, offset=branch)
    combine lse
}
