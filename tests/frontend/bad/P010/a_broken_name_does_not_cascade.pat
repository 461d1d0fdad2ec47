pattern p(k=wodth) {
    let w = 4 +
    let v = widow(3)
    attend window(w)
    attend v & window(k)
    for a in w {
        attend window(a)
    }
}
