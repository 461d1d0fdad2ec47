pattern p {
    input picks: selection(shared)
    attend causal & blocks(4 x 8, selected(@picks))
    ring(ranks=2, layout=striped)
}
