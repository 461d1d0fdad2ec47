pattern p {
    attend causal &
    attend widow(3)
    combine lse lse
    attend window(-3)
}
