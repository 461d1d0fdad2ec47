# Several documents in one row, as cu_seqlens has them: each row sees its own document, up to itself.
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
