module Called(p) {
    embed 64
    heads 2
}

module {
    embed 64
}

pattern p {
    attend causal
    attend windw(3)
}
