pattern p {
    attend causal
}

module Uneven {
    pattern p
    embed 768
    heads 12
    kv_heads 5
}

module Remainder {
    pattern p
    embed 768
    heads 11
}

module Narrow {
    pattern p
    embed 84
    heads 12
}

module Broad {
    pattern p
    embed 768
    heads 12
    head_dim 257
}

module None_ {
    pattern p
    embed 0
    heads 0
    kv_heads -1
}

module Dropping {
    pattern p
    embed 768
    heads 12
    dropout 1
}

module Growing {
    pattern p
    embed 768
    heads 12
    dropout -0.1
}
