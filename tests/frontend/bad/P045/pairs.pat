pattern p {
    input near: pairs(heads)
    ring(ranks=4)
    attend causal
    score bias(@near)
}
