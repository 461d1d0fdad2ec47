pattern p(w) {
    attend window(w)
}
