pattern p {
    for i in range(100000) {
        attend window(i)
    }
    combine lse
}
