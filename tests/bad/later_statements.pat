pattern p {
    input lengths: lengths
    grid 64 x 64
    layout hilbert
    schedule auto
    ring(ranks=8, layout=zigzag)
    attend causal
}

module Attention {
    pattern p
    embed 768
    heads 12
}
