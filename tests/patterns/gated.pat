# Three branches, each with a softmax of its own, whose outputs are multiplied by gates: as those of native sparse attention,
# of far keys, of the first ones, and of a window.
pattern gated {
    input compressed: gate
    input selected: gate
    input sliding: gate
    attend causal & segment(128, dilation=4)
    attend causal & first(16)
    attend window(24, 0)
    combine gate(@compressed, @selected, @sliding)
}
