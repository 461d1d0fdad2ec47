pattern p {
    grid 16 x 32
    attend box(7)
    attend box(3, 7, 7)
    attend box(7, 7, dilation=[1, 2, 1])
    attend box(7, 7, dilation=3)
    attend box(17, 7)
    attend box(7, 7, dilation=[20, 1])
    attend box(0, 7)
    attend box(7, 7, dilation=0)
    attend box(7, causal)
    attend box(7, 7, dilated=2)
    attend box()
    combine lse
}
