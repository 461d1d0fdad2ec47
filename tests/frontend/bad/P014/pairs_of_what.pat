pattern p {
    input a: pairs(8)
    input b: pairs(heads, 2)
    attend causal
}
