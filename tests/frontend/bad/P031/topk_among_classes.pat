pattern p {
    attend blocks(64, topk(8) & (window(16) | keys(every=4))) - stride(2)
    where blocks(64, random(3, seed=1)) | causal
}
