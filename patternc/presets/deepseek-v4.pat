# Compressed sparse attention of DeepSeek V4: a window, and picked entries that stand for several tokens each.
# Both are in one softmax with a sink. Entry i is seen from its last token on, by i < (q + 1) // ratio; `picks` lists entries for
# each query, as an indexer of your own ranks them. Heavily compressed attention attends to all entries:
# `attend causal from c` with ratio=128.
pattern deepseek_v4(ratio=4, w=128) {
    source c(ratio=ratio)
    input picks: selection(shared)
    input sink: table(heads)
    attend window(w - 1, 0)
    attend causal & selected(@picks) from c  # patternc: allow P046
    combine lse
    score sink(@sink)
}
