# Different heads: some attend to a window, some to every r-th earlier position, and the rest to all keys.
# Sukhbaatar et al., "Adaptive Attention Span in Transformers", arXiv 1905.07799 (which learns the reach of each head).
pattern mixed_heads(near=4, far=2, left=255, r=16) {
    heads 0..near {
        attend window(left, 0)
    }
    heads near..near + far {
        attend stride(r) | window(r - 1, 0)
    }
    heads near + far.. {
        attend full
    }
    where causal
}
