pattern p(w=100) {
    attend window(w)
    require w % 64 == 0
}
