pattern p {
    heads 0..8 {
        attend causal
    }
    heads 1..2 {
        attend full
    }
    heads 6.. {
        attend full
    }
}
