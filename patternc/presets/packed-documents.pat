# Several documents in one row, none of which sees another: `offsets` is the `cu_seqlens` of the row.
# Krell et al., "Efficient Sequence Packing without Cross-contamination", arXiv 2107.02027.
pattern packed_documents {
    input offsets: offsets
    attend causal & document(@offsets)
}
