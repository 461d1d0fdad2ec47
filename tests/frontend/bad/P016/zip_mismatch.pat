pattern p {
    for w, r in zip([1, 2, 3], [4, 5]) {
        attend segment(w, dilation=r)
    }
    combine lse
}
