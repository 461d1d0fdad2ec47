pattern p {
    attend segment(4, dilation=6, offset=5)
    attend segment(4, dilation=6, offset=head)
    combine lse
}
