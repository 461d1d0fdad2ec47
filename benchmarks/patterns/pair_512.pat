# Two branches, not causal.
pattern pair_512 {
    segments [512, 1024]
    dilations [1, 2]
    offset head
    combine lse
}
