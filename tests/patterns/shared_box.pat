# Queries of 2 rows and 4 columns share a neighbourhood, in no earlier frame than two before theirs and in no later one.
pattern shared_box {
    grid 4 x 8 x 10
    attend box(3, 4, 7, stride=[1, 2, 4], causal=[true, false, false])
}
