# Attention sinks and a causal window (StreamingLLM, arXiv 2309.17453). The set union counts a key once.
pattern streaming {
    attend first(4) | window(1023, 0)
    where causal
}
