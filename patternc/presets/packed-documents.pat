# Several documents in one sequence, which do not attend to each other: `offsets` are their `cu_seqlens`.
# Krell et al., "Efficient Sequence Packing without Cross-contamination", arXiv 2107.02027.
pattern packed_documents {
    input offsets: offsets
    attend causal & document(@offsets)
}
