# Neighbourhood attention over a video: the nearest cells in time, height and width.
# Hassani et al., "Neighborhood Attention Transformer", arXiv 2204.07143 (in three dimensions, as NATTEN has it).
pattern natten_3d(frames=16, height=32, width=32, time=5, size=7) {
    grid frames x height x width
    attend box(time, size, size)
}
