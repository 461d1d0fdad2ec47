// what other languages write
pattern p {
    // a comment
    grid 64x64
    layout hilbert
    attend box(7, 7)
    attend ~causal
    attend causal && window(3)
    attend causal and window(3)
    attend not causal
    attend q >= k
    attend when(q >= k & k < 4)
    attend causal
        & window(3)
    attend causal |
    attend blocks(64, table('blocks.npy'))
    attend window(512 0)
    segments 64, 128
    let causal = 3
    require batch == 1
}
