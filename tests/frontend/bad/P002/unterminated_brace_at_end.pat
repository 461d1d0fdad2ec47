pattern p {
    heads 0.. {
        attend causal
