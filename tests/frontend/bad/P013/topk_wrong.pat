pattern p {
    attend blocks(64, topk(0))
    attend blocks(64, topk(4, score=max))
    attend blocks(64, topk)
    attend blocks(8, topk(1000000))
    combine lse
}
