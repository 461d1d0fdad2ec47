# A causal language model that sees its whole prompt from every position: `prefix_lengths` holds one length an entry.
# Raffel et al., "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", arXiv 1910.10683.
pattern prefix_lm {
    input prefix_lengths: lengths
    attend causal | prefix(@prefix_lengths)
}
