# Neighbourhood attention over an image: every cell attends to the nearest size x size cells.
# Hassani et al., "Neighborhood Attention Transformer", arXiv 2204.07143, without its relative biases.
pattern natten_2d(height=64, width=64, size=7) {
    grid height x width
    attend box(size, size)
}
