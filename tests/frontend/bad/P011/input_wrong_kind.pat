pattern p {
    input ends: offsets
    input lens: lengths
    input rise: table(heads, 3)
    attend document(@lens)
    attend padding(@ends)
    attend prefix(@rise)
    attend prefix(3)
    combine lse
}
