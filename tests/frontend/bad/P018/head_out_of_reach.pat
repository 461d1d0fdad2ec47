pattern p {
    heads 2..4 {
        attend causal
    }
    heads 6.. {
        attend full
    }
}

pattern q {
    heads 1.. {
        attend causal
    }
}
