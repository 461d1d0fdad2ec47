pattern p {
    schedule hilbert
    attend causal
}
