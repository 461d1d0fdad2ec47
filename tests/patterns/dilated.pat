# Each head takes one branch; `mean` divides by the number of branches.
pattern dilated {
    segments [1024, 2048]
    dilations [1, 2]
    offset branch
    heads partition(extra=first)
    combine mean
}
