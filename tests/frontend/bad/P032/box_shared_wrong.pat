# Strides and causal dimensions that do not fit.
pattern wide {
    grid 16 x 32
    attend box(3, 4, stride=[1, 5])
}
pattern few {
    grid 16 x 32
    attend box(3, 5, stride=[2])
}
pattern none {
    grid 16 x 32
    attend box(3, 5, stride=0)
}
pattern truths {
    grid 16 x 32
    attend box(3, 5, causal=[true])
}
pattern numbers {
    grid 16 x 32
    attend box(3, 5, causal=1)
}
pattern words {
    grid 16 x 32
    attend box(3, 5, causal=(true, no))
}
pattern uneven {
    grid 16 x 32
    attend box(4, 6, stride=[1, 3], causal=[true, false])
}
pattern brackets {
    attend window((1, 2))
}
