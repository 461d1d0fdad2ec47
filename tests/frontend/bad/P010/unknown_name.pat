pattern p(width=512) {
    attend window(widht)
}
