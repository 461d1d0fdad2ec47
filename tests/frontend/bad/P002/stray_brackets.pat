pattern p {
    attend causal)
    attend (causal]
    attend causal
}
}
