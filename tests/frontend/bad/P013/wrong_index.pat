pattern p(w=[1, 2]) {
    attend window(w[2])
    attend window(w[-1])
    attend window(w[causal])
    let v = w[0]
    attend window(v[0])
    combine lse
}
