# Each head takes one branch.
pattern partitioned {
    segments [1024, 2048]
    dilations [1, 2]
    offset branch
    heads partition(extra=first)
    combine mean
}
