# LongNet (arXiv 2307.02486) at the size of the example: contexts of 512 bytes.
pattern longnet {
    attend segment(64)
    attend segment(256, dilation=2, offset=head)
    attend segment(512, dilation=4, offset=head)
    combine lse
    where causal
}
