pattern p
    attend causal
}
