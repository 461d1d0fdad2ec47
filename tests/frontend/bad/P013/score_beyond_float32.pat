pattern p {
    attend causal
    score softcap(1e39)
    score scale(1e-50)
}
