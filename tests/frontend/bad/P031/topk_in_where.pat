pattern p {
    attend causal
    attend window(64)
    combine lse
    where blocks(64, topk(8))
}
