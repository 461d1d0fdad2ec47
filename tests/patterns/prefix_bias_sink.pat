# A prefix that all see and a causal rest, of padded sequences, with a bias by distance and a sink.
pattern prefix_bias_sink {
    input prompt: lengths
    input lengths: lengths
    input distance: table(heads, 2 * 16 + 1)
    input sink: table(heads)
    attend causal | prefix(@prompt)
    where padding(@lengths)
    score bias(@distance)
    score sink(@sink)
}
