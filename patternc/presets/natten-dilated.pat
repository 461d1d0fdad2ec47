# Dilated neighbourhood attention: the nearest cells of the query's residue class, for a wide view at the same cost.
# Hassani and Shi, "Dilated Neighborhood Attention Transformer", arXiv 2209.15001, without its biases.
pattern natten_dilated(height=64, width=64, size=7, dilation=4) {
    grid height x width
    attend box(size, size, dilation=dilation)
}
