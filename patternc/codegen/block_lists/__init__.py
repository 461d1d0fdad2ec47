"""Lists of pairs of blocks, made when a generated function is called: which there are, and the functions that list."""
