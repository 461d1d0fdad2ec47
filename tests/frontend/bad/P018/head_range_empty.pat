pattern p {
    heads 4..4 {
        attend causal
    }
    heads 9..6 {
        attend causal
    }
}
