# Difference, complement and nesting; a key is counted once in each branch and twice where both admit it.
pattern set_operations {
    let near = 64
    attend window(512, 0) - window(near, 0) | first(8) & !segment(near)
    attend (causal - window(4 * near, 0)) & keys(every=16) & queries(every=2, offset=1)
    combine lse
}
