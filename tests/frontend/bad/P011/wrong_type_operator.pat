pattern p {
    attend causal & 3
    attend causal + full
    attend !4
    attend -causal
    attend segment(2 * [1, 2])
    combine lse
}
