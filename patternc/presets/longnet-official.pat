# LongNet, the official code (torchscale): heads take offsets in blocks, and the mixing weights pass no gradient.
# Ding et al., "LongNet: Scaling Transformers to 1,000,000,000 Tokens", arXiv 2307.02486; microsoft/torchscale. It gives
# other numbers than the paper's formula where a dilation above 1 is smaller than the number of heads, and other
# gradients everywhere. Lengths should be multiples of their dilations: that code pads others, and writes the outputs of
# all segments but the first to later rows, where here they stay in place.
pattern longnet_official(w=[2048, 4096, 8192], r=[1, 2, 4]) {
    segments  w
    dilations r
    offset    head_block
    combine   lse(detach)
    where     causal
}
