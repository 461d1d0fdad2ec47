# Slopes that a call brings, which a softcap bends; their gradient is summed over rows of several sweeps.
pattern own_slopes {
    input     slopes: table(heads)
    segments  [16, 64]
    dilations [1, 4]
    offset    head
    combine   lse
    where     causal
    score     alibi(@slopes)
    score     softcap(8)
}
