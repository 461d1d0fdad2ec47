pattern p(w=[2048, 4096, 8192], r=[1, 2]) {
    segments w
    dilations r
    combine lse
}
