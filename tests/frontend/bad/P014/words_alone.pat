pattern p {
    attend blocks
    attend blocks(64, random | table)
    attend when
    segments []
    dilations []
}
