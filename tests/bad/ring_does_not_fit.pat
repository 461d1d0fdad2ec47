pattern chosen {
    ring(ranks=8)
    attend blocks(64, topk(4) & causal)
}
pattern without_documents {
    ring(ranks=8, layout=balanced)
    attend causal
}
