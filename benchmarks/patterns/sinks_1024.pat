# The first four keys and the last 1020, as streaming models attend (arXiv 2309.17453).
pattern sinks_1024 {
    attend first(4) | window(1019, 0)
    where causal
}
