# The 5 x 7 cells around a query, moved inwards at the borders, along a Hilbert curve; odd sizes.
pattern neighbourhood {
    grid 18 x 21
    layout hilbert
    attend box(5, 7)
}
