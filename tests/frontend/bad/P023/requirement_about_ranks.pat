pattern alone {
    attend causal
    require ranks > 1
}
pattern never {
    require ranks % 3 == 0
    ring(ranks=8)
    attend causal
}
pattern two_values(ranks=4) {
    ring(ranks=2 * ranks)
    attend causal
    require n % ranks == 0
}
pattern no_ring(ranks=4) {
    attend causal
    require n % ranks == 0
}
pattern elsewhere {
    ring(ranks=8)
    attend window(ranks)
}
pattern broken {
    ring(ranks=0)
    attend causal
    require ranks > 1
}
