pattern p {
    attend blocks(64, table("tables/integers.npy"))
    attend blocks(64, table("tables/flat.npy"))
    attend blocks(64, table("tables/empty.npy"))
    attend blocks(64, table("tables/text.npy"))
    attend blocks(64, table("tables/short.npy"))
    attend blocks(64, table("tables/objects.npy"))
    attend blocks(64, table("tables/fine.npy"))
    combine lse
}
