module Alone {
    pattern p
    embed_dim 64
    num_heads 2
}
