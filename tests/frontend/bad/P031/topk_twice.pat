pattern p {
    attend blocks(64, topk(8) | window(1))
    attend blocks(32, topk(4))
    combine lse
}
