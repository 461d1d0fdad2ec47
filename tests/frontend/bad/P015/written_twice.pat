pattern p(w=1, w=2) {
    attend causal
    attend first(4)
    combine lse
    combine mean
    where causal
    where first(9)
    uncovered zero
    uncovered zero
    score alibi
    score alibi
    let a = 1
    let a = 2
}

pattern p {
    attend segment(8, w=9)
}
