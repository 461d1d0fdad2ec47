pattern p(w=[]) {
    attend window(4 // len(w))
    attend window(4 % 0)
    attend window(cdiv(4, 0))
    attend window(2 ** -1)
    attend window(min(w))
    combine lse
}
