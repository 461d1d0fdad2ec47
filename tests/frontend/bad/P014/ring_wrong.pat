pattern positional {
    ring(8)
    attend causal
}
pattern no_ranks {
    ring(layout=zigzag)
    attend causal
}
pattern no_device {
    ring(ranks=0)
    attend causal
}
pattern too_many {
    ring(ranks=1M)
    attend causal
}
pattern uneven {
    ring(ranks=12, nodes=5)
    attend causal
}
pattern no_node {
    ring(ranks=12, nodes=0)
    attend causal
}
pattern words {
    ring(ranks=8, layout=zikzak, transport=all_gather)
    attend causal
}
pattern kinds {
    ring(ranks=zigzag, layout=8)
    attend causal
}
pattern unknown {
    ring(ranks=8, node=2)
    attend causal
}
pattern twice {
    ring(ranks=8)
    ring(ranks=4)
    attend causal
}
pattern misplaced {
    heads 0.. {
        ring(ranks=8)
        attend causal
    }
}
