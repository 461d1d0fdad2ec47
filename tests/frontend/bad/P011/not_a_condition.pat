pattern p {
    attend causal
    require n % 64
    require causal
    require n == 4 and n
}
