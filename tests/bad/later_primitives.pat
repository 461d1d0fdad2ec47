pattern p {
    attend prefix(@p)
    attend document(@offsets)
    attend padding(@lengths)
    attend box(3, 3)
    attend blocks(64, window(2) | first(1) | random(3, seed=7))
    attend topk(8)
    attend table("file.npy")
    attend when((q - k) % 3 == 0)
    combine lse
    score bias(@table)
    score sink(@logits)
}
