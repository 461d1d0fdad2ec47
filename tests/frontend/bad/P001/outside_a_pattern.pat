attend causal
combine lse
patern p {
    attend causal
}
