pattern p {
    segments 4096
    combine lse
}
