# DeepSeek sparse attention: each query attends to the tokens that an indexer picked, one list for all heads.
# `picks` holds 2048 positions of each query, as `topk` of the indexer's scores gives them: those of a short prefix that
# lie in the future are not seen. The indexer is your own. DeepSeek-AI, "DeepSeek-V3.2", arXiv 2512.02556.
pattern deepseek_dsa {
    input picks: selection(shared)
    attend causal & selected(@picks)  # patternc: allow P046
}
