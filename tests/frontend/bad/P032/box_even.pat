pattern p {
    grid 16 x 32
    attend box(6, 7)
    attend box(16, 7)
    combine lse
}
