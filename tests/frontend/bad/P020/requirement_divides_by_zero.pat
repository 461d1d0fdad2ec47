pattern p {
    attend causal
    require n % 0 == 0
    require n % (heads - 4) == 0
    require n ** n > 4
}
