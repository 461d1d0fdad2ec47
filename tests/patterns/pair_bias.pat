# A number for each pair, as relative tables and pair representations give; two branches count some pairs twice.
pattern pair_bias {
    input pairs: pairs(heads)
    attend window(40)
    attend segment(64, dilation=2)
    combine lse
    score bias(@pairs)
    score softcap(20)
}
