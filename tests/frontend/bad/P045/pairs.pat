pattern p {
    input near: pairs(heads)
    ring(ranks=4, layout=striped)
    attend causal
    score bias(@near)
}
