# Score modifiers, in order: a scale, a soft cap, then a slope for each head (arXiv 2108.12409).
pattern alibi_softcap {
    attend window(1000, 0)
    score scale(0.0625)
    score softcap(30)
    score alibi
}
