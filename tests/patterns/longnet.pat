# LongNet as the paper has it (arXiv 2307.02486): every head runs every branch, mixed by the softmax denominators.
pattern longnet {
    attend segment(2048)
    attend segment(4096, dilation=2, offset=head)
    attend segment(8192, dilation=4, offset=head)
    combine lse
    where causal
}
