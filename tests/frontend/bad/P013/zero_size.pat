pattern p {
    attend first(0)
    attend segment(0)
    attend stride(0)
    combine lse
}
