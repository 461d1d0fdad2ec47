# Three branches, not causal.
pattern triple_1024 {
    segments [1024, 2048, 4096]
    dilations [1, 2, 4]
    offset head
    combine lse
}
