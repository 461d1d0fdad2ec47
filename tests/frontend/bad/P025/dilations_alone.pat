pattern p {
    attend causal
    dilations [1, 2]
    offset head
}
