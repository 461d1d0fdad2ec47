# The eight best blocks of keys and the own one, causal.
pattern chosen {
    attend blocks(64, topk(8) | window(0))
    where causal
}
