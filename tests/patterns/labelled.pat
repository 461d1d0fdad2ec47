# Turns of several speakers, who hear their own turns and what is marked for all, and spans that see themselves.
pattern labelled {
    input speaker: labels
    input shared: labels
    input end: positions
    attend (when(@speaker[q] == @speaker[k]) | keys(@shared)) & causal
    attend columns(0, @end) & window(40, 8)
    combine lse
}
