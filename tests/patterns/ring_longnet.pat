# LongNet, arXiv 2307.02486, over eight devices: each has an eighth of the sequence, and receives the rows it needs.
pattern ring_longnet {
    attend segment(2048)
    attend segment(4096, dilation=2, offset=head)
    attend segment(8192, dilation=4, offset=head)
    combine lse
    where causal
    ring(ranks=8, layout=zigzag)
}
