edition 1
pattern sloped {
    input slopes: table(heads)
    attend causal
    score alibi(@slopes)
}
pattern cells {
    input near: table(heads, 5, 7)
    grid 8 x 8
    attend box(3, 3)
    score bias(@near)
}
pattern old {
    input near: table(heads, 5)
    attend causal
    score alibi
    score bias(@near)
}
pattern paired {
    input near: pairs
    attend causal
    score bias(@near)
}
