pattern p {
    attend segment(2048)
    attend segment(4096, dilation=2, offset=head)
}
