# Branches that share most keys: one sweep counts, for each pair, how many of them admit it.
pattern counted {
    for residue in range(4) {
        attend causal - keys(every=16, offset=residue)
    }
    combine lse
}
