pattern p {
    for c in [1, 2] {
        input lens: lengths
        attend padding(@lens) & first(c)
    }
    combine lse
}
