pattern p {
    input logits: table(heads)
    attend causal
    attend window(64)
    combine mean
    score sink(@logits)
}
