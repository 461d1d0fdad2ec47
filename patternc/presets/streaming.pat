# Attention sinks and a causal window: the first keys of the sequence stay visible for ever.
# Xiao et al., "Efficient Streaming Language Models with Attention Sinks", arXiv 2309.17453. The mask alone: the paper
# also counts the positions of rotary embeddings within the cache, not within the sequence.
pattern streaming(sinks=4, left=1023) {
    attend first(sinks) | window(left, 0)
    where causal
}
