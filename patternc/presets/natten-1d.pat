# Neighbourhood attention over a row of cells: the nearest cells, the same number of them for every query.
# Hassani et al., "Neighborhood Attention Transformer", arXiv 2204.07143, without its relative biases.
pattern natten_1d(length=4096, size=127) {
    grid length
    attend box(size)
}
