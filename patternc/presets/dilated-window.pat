# A dilated sliding window: every `dilation`-th key within `reach` positions to either side.
# Beltagy et al., "Longformer: The Long-Document Transformer", arXiv 2004.05150, section 3.1.
pattern dilated_window(reach=1024, dilation=4) {
    attend window(reach) & stride(dilation)
}
