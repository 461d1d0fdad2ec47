pattern p {
    attend causal
    score softcup(30)
}
