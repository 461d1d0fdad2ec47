pattern p {
    schedule hilbert
    ring(ranks=8, layout=zigzag)
    attend causal
    require n % ranks == 0
}
