# Mixture of block attention over packed documents: each query attends to the blocks that its gate picked.
# `picks` holds numbers of blocks of each query and head, its own block among them; blocks count from the sequence's start,
# not from a document's. Lu et al., "MoBA: Mixture of Block Attention for Long-Context LLMs", arXiv 2502.13189.
pattern moba(block=512) {
    input offsets: offsets
    input picks: selection(heads)
    attend causal & document(@offsets) & blocks(1 x block, selected(@picks))
}
