# Several documents in one sequence, given by cu_seqlens: each position attends to its own document, up to itself.
pattern packed_documents {
    input offsets: offsets
    attend document(@offsets) & causal
}

module PackedAttention {
    pattern packed_documents
    embed 128
    heads 4
    kv_heads 2
    norm qk
}
