# Outputs of two branches added up, each its own softmax; a length the pattern insists on.
pattern branch_sum {
    attend segment(256)
    attend segment(1024, dilation=4, offset=1)
    combine sum
    require n % 256 == 0
    require head_dim >= 32 and heads % 2 == 0
}
