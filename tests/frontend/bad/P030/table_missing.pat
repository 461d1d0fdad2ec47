pattern p {
    attend blocks(64, table("tables/missing.npy"))
    attend blocks(64, table("tables"))
    attend blocks(64, table("tables/fine.txt"))
    attend blocks(64, table(3))
    attend blocks(64, table())
    combine lse
}
