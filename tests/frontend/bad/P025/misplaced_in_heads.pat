pattern p {
    heads 0.. {
        attend causal
        score alibi
        uncovered zero
        heads 0..2 {
            attend full
        }
    }
}
