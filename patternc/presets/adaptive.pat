# The blocks with the highest pooled scores, found anew for every input, beside a window of blocks.
# Lu et al., "MoBA: Mixture of Block Attention for Long-Context LLMs", arXiv 2502.13189, which chooses for each query;
# here the queries of a block choose together, so that rows look ahead: for encoders, not for causal models.
pattern adaptive(block=64, chosen=8, side=1) {
    attend blocks(block, topk(chosen) | window(side))
}
