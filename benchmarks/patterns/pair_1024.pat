# Two branches, not causal.
pattern pair_1024 {
    segments [1024, 2048]
    dilations [1, 2]
    offset head
    combine lse
}
