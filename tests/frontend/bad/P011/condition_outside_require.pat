pattern p {
    attend window(3 < 4)
}
