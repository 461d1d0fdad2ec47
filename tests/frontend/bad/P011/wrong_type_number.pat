pattern p {
    attend window(causal)
}
