# A window to both sides and 64 global tokens that see and are seen by all (arXiv 2004.05150).
pattern longformer {
    attend window(256) | global(64)
}
