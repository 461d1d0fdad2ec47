pattern p {
    heads -1..4 {
        attend causal
    }
}
