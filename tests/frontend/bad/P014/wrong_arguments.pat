pattern p {
    attend window
    attend window()
    attend first(1, 2)
    attend causal(3)
    attend window(left=3, 4)
    attend first(len(4))
    combine lse(attach)
}
