# Qwen's sparse attention: picked groups of keys that are complete before the query, and the tail that is not.
# `picks` holds numbers of groups of 4 keys of each query and key head; the tail is empty where a group ends at the query.
pattern qwen_qsa(group=4) {
    input picks: selection(kv_heads)
    # patternc: allow P046
    attend blocks(1 x group, selected(@picks)) | causal & when(k >= (q + 1) // group * group)
}
