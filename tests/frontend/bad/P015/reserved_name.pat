pattern p(n=4) {
    let window = 3
    attend window(n)
    for head in [1] {
        attend causal
    }
    combine lse
}
