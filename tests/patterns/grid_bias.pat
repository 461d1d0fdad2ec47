# A bias for each difference of rows and of columns in windows of 4 x 4 cells, as in Swin (arXiv 2103.14030).
pattern grid_bias {
    input offsets_of_cells: table(heads, 2 * 3 + 1, 2 * 3 + 1)
    grid 12 x 8
    attend when(q // 8 // 4 == k // 8 // 4) & when(q % 8 // 4 == k % 8 // 4)
    score bias(@offsets_of_cells)
}
