# The blocks with the highest pooled scores, selected for every input, and a window of blocks.
# Lu et al., "MoBA: Mixture of Block Attention for Long-Context LLMs", arXiv 2502.13189, which selects for each query;
# here the queries of a block share a selection that depends on later positions: for encoders, not for causal models.
pattern adaptive(block=64, chosen=8, side=1) {
    attend blocks(block, topk(chosen) | window(side))
}
