# A window on both sides, and global tokens at the front that attend to, and are attended to by, all positions.
# Beltagy et al., "Longformer: The Long-Document Transformer", arXiv 2004.05150. (Global tokens share the projections
# of the others here; the paper gives them their own.)
pattern longformer(reach=256, tokens=64) {
    attend window(reach) | global(tokens)
}
