# Four branches with steep dilations.
pattern extreme {
    segments [512, 1024, 2048, 4096]
    dilations [1, 4, 16, 64]
    offset head
    combine lse
}
