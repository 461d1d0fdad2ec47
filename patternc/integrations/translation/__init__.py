"""From FlexAttention's functions of pairs to patterns: what a `mask_mod` computes, as masks and in words."""
