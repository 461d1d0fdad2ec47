# The best three blocks of those that are not in the future, and the own one.
pattern adaptive {
    attend blocks(16, topk(3) | window(0))
    where causal
}
