pattern p {
    attend blocks(64, table("/etc/blocks.npy"))
    attend blocks(64, table("../patterns/blocks.npy"))
    attend blocks(64, table("tables\blocks.npy"))
    attend blocks(64, table("C:/blocks.npy"))
    combine lse
}
