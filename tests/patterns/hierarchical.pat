# Levels: every block of queries, every fourth, every sixteenth; and the same idea in single positions.
pattern hierarchical {
    attend blocks(16, window(2) | queries(every=4) & window(8) | queries(every=16))
    attend window(3) | queries(every=5) & window(20) & keys(every=2)
    combine lse
}
