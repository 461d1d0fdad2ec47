# The blocks with the highest pooled scores, found anew for every input, beside a causal window of blocks.
# Lu et al., "MoBA: Mixture of Block Attention for Long-Context LLMs", arXiv 2502.13189 (which chooses for each query;
# here the queries of a block choose together).
pattern adaptive(block=64, chosen=8, left=1) {
    attend blocks(block, topk(chosen) | window(left, 0))
    where causal
}
