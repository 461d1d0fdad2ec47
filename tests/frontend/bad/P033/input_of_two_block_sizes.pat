pattern p {
    input ends: offsets
    attend document(@ends) | blocks(64, document(@ends))
    where causal
}
