pattern p {
    attend 4096
}
