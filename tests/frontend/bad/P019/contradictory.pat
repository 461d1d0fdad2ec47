pattern p {
    attend window(4) & !full
    attend causal & first(4) & !causal
    attend causal - (causal | first(4))
    combine lse
}
