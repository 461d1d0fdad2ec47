pattern p {
    for w, r in [1, 2] {
        attend segment(w, dilation=r)
    }
    for w in 4 {
        attend segment(w)
    }
    combine lse
}
