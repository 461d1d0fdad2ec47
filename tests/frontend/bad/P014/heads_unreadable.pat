pattern p {
    attend causal
    heads partition(first)
    heads 4
}
