# a comment with ‮ in it, and ⁦ again
pattern p {
    attend blocks(4, table("missing‮.npy"))  # ⁩
}
