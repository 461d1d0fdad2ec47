# Branches made by a loop; overlapping ones keep their multiplicity.
pattern unrolled(levels=4, base=128) {
    for level in range(levels) {
        attend segment(base * 4 ** level, dilation=2 ** level, offset=all)
    }
    combine lse
}
