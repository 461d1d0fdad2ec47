# LongNet, the paper: every head runs every branch at its own offset, mixed by the softmax denominators.
# Ding et al., "LongNet: Scaling Transformers to 1,000,000,000 Tokens", arXiv 2307.02486, section 2.2.
# w: segment lengths, r: dilations; both grow geometrically. Any sequence length does.
pattern longnet(w=[2048, 4096, 8192], r=[1, 2, 4]) {
    segments  w
    dilations r
    offset    head
    combine   lse
    where     causal
}
