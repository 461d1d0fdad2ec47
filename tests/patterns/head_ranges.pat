# Heads that do different things: two local, two mixed from three branches by their mean, the rest dense.
pattern head_ranges {
    heads 0..2 {
        attend window(255, 0)
    }
    heads 2..4 {
        attend segment(512)
        attend stride(8, offset=head)
        attend last(16)
        combine mean
    }
    heads 4.. {
        attend full
    }
    where causal
}
