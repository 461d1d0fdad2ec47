pattern p {
    input flat: table(heads, 7, 6)
    input deep: table(heads, 7, 7, 7)
    grid 8 x 8
    attend full
    score bias(@flat)
    score sink(@deep)
}

pattern q {
    input deep: table(heads, 7, 7, 7)
    grid 8 x 8
    attend full
    score bias(@deep)
}

pattern r {
    input plane: table(heads, 7, 7)
    attend full
    score bias(@plane)
}
