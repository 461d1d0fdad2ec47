# A causal language model in which every position attends to the whole prompt: one length per batch entry.
# Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", arXiv 1910.10683.
pattern prefix_lm {
    input prefix_lengths: lengths
    attend causal | prefix(@prefix_lengths)
}
