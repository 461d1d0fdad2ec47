pattern p {
    attend widow(512)
}
