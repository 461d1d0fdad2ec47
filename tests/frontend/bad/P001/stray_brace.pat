{
    attend causal
}
pattern p {
    attend causal
}
