pattern p {
    attend causal
    attend first(4)
    combine lsee
}
