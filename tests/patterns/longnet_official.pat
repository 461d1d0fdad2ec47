# LongNet as its official code has it: offsets by blocks of heads, no gradient through the mixing weights.
pattern longnet_official(w=[2048, 4096, 8192], r=[1, 2, 4]) {
    segments w
    dilations r
    offset head_block
    combine lse(detach)
    where causal
}
