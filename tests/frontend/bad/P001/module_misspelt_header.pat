pattern p { attend causal }
modul PLayer {
    pattern p
    embed 64
    heads 4
    kv_heads 4
    head_dim 16
    bias false
    norm none
}
