# A tree of tokens in depth-first order: continuations of shared beginnings, which attend to their ancestors.
# `subtree_end` has for each position where its subtree ends: n at the beginning that all share.
# Wang et al., "FlashMask: Efficient and Rich Mask Extension of FlashAttention", arXiv 2410.01359.
pattern prefix_tree {
    input subtree_end: positions
    attend causal & columns(0, @subtree_end)
}
