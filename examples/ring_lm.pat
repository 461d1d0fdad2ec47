# A causal language model over ranks: near keys, every fourth farther away, and a learned sink for each head.
pattern ring_lm(ranks=2) {
    input sinks: table(heads)
    attend segment(32)
    attend segment(128, dilation=4, offset=head)
    combine lse
    where causal
    score sink(@sinks)
    ring(ranks=ranks, layout=zigzag)
}
