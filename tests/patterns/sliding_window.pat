# A causal sliding window of 512 keys: the current one and 511 before it.
pattern sliding_window {
    attend window(511, 0)
}
