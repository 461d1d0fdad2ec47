pattern p {
    input wide: table(heads, 8)
    input narrow: table(heads)
    input lens: lengths
    attend padding(@lens)
    score bias(@wide)
    score sink(@wide)
}

pattern q {
    input lens: lengths
    attend padding(@lens)
    score bias(@lens)
    score sink(3)
}

pattern r {
    attend causal
    score bias
    score sink()
}
