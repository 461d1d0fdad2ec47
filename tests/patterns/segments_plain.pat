# Three non-causal branches: every query tile can be one residue class.
pattern segments_plain {
    segments [1024, 2048, 4096]
    dilations [1, 2, 4]
    offset head
    combine lse
}
