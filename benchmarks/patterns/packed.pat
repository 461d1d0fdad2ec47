# Documents packed into one row.
pattern packed {
    input offsets: offsets
    attend document(@offsets)
    where causal
}
