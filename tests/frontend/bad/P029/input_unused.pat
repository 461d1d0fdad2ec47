pattern p {
    input lens: lengths
    attend causal
}
