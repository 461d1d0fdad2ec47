pattern without_documents {
    ring(ranks=8, layout=balanced)
    attend causal
}
