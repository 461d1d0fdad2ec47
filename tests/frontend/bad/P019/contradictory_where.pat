pattern p {
    attend window(4)
    where !window(4)
}
