"""The library of backends that launch programs over tiles: lists of blocks, orders of programs, grids."""
