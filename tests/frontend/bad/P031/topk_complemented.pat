pattern p {
    attend causal - blocks(64, topk(8))
}

pattern q {
    attend blocks(64, !topk(8))
}
