# Documents packed into one row, causal in each; some heads also stay in segments, whose ends documents cross.
pattern packed {
    input offsets: offsets
    heads 0..1 {
        attend document(@offsets)
    }
    heads 1.. {
        attend segment(48) & document(@offsets)
    }
    where causal
}
