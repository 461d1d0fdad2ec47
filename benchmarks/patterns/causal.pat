# Every key up to the query.
pattern causal {
    attend causal
}
