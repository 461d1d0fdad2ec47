pattern p {
    heads 0.. {
        input ends: offsets
        attend causal
    }
}
