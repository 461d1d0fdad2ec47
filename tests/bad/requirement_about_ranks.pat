pattern p {
    attend causal
    require n % ranks == 0
}
