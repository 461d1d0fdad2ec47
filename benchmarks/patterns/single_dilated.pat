# One dilated branch.
pattern single_dilated {
    segments [2048]
    dilations [4]
    offset head
}
