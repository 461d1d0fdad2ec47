# Three branches, not causal.
pattern triple_2048 {
    segments [2048, 4096, 8192]
    dilations [1, 2, 4]
    offset head
    combine lse
}
