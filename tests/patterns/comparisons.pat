# What is analysed becomes bounds and classes; what is not is tested.
pattern comparisons {
    attend when((q - k) % 3 == 0 and k // 16 < 4) | when(q - k < 9 and k <= q)
    attend when((q + 2 * k) % 7 < 3) & window(40)
    combine lse(detach)
}
