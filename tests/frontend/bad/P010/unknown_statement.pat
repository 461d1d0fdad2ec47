pattern p {
    atend causal
}
