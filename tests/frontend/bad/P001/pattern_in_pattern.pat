pattern p {
    attend causal
    edition 1
    pattern q
}
