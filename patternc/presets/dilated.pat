# Head-partitioned dilated attention: each group of heads runs one branch, not causal.
# After Ding et al., arXiv 2307.02486, as many reimplementations read it. `mean` divides every head by the number of
# branches; write `combine sum` for plain attention in each head.
pattern dilated(w=[1024, 2048], r=[1, 2]) {
    segments  w
    dilations r
    offset    branch
    heads     partition(extra=first)
    combine   mean
}
