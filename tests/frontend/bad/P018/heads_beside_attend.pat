pattern p {
    attend causal
    heads 4.. {
        attend full
    }
}
