pattern p {
    attend
    attend causal &
    attend causal causal
    let = 4
    let w 4
    for in [1] {
        attend causal
    }
    heads {
        attend causal
    }
    segments [1, , 2]
    combine lse
}
