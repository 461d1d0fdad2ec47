pattern p {
    input logits: table(heads)
    attend causal
    score alibi(@logits)
    score sink(@logits)
}
