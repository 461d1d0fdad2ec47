# Only the keys are dilated: every query of a segment sees them.
pattern queries_dense {
    segments [512, 1024]
    dilations [1, 4]
    offset branch
    heads partition(extra=last)
    attend segment(2048, dilation=8, offset=3, queries=dense)
    combine lse
}
