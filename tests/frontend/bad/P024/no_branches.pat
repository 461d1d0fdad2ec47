pattern p {
    combine lse
}
