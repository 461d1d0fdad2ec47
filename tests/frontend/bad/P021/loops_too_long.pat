pattern p {
    for i in range(1000) {
        for j in range(1000) {
            attend window(i + j)
        }
    }
    combine lse
}
