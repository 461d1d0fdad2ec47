pattern p {
    input ends: offsets
    input lens: lengths
    input rows: table(heads, 3)
    attend document(@lens)
    attend padding(@ends)
    attend prefix(@rows)
    attend prefix(3)
    combine lse
}
