# An image of 16 x 16 patches: each attends to the 5 x 5 nearest ones (NATTEN, arXiv 2204.07143).
pattern vision_box {
    grid 16 x 16
    attend box(5, 5)
}

module BoxAttention {
    pattern vision_box
    embed 64
    heads 4
    bias true
}
