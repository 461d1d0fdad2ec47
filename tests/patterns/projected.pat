# A causal window between projections, with key heads that two query heads share, normed queries and keys, and dropout.
pattern projected {
    attend window(30, 0)
}

module ProjectedAttention {
    pattern projected
    embed 64
    heads 4
    kv_heads 2
    norm qk
    dropout 0.1
}
