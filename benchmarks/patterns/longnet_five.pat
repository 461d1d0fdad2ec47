# LongNet's five branches, causal (arXiv 2307.02486).
pattern longnet_five {
    segments [2K, 4K, 8K, 16K, 32K]
    dilations [1, 2, 4, 6, 12]
    offset head
    combine lse
    where causal
}
