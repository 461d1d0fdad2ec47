pattern p {
    attend box(7, 7)
    attend window(grid[0])
    combine lse
}
