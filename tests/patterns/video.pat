# A dilated box in space and time, of which no frame sees a later one.
pattern video {
    grid 5 x 9 x 8
    layout tiled(1, 4, 4)
    attend box(3, 3, 3, dilation=[1, 2, 2]) & when(q // 72 >= k // 72)
}
