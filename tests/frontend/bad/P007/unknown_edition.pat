edition 7
pattern p {
    attend causal
}
