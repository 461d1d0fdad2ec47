# A table of blocks, small ones, with every key of a window that is narrower than a block.
pattern block_table {
    attend blocks(16, table("block_table.npy")) | window(5)
}
