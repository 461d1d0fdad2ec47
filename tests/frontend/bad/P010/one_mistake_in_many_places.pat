pattern p(size=64) {
    for i in range(1000) { attend window(3 - i) | windw(i) }
    attend window(siez) | first(siez)
    attend segment(siez)
    combine lse
}
