pattern p {
    attend causal
    score softcap(0)
    score softcap(-3.5)
    score scale(causal)
    score scale
    score alibi(3)
}
