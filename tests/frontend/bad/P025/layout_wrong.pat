pattern a {
    layout hilbert
    attend causal
}

pattern b {
    grid 16 x 16
    layout hilbart
    attend box(3, 3)
}

pattern c {
    grid 16 x 16
    layout tiled(8)
    attend box(3, 3)
}

pattern d {
    grid 16 x 16
    layout tiled(8, 32)
    attend box(3, 3)
}

pattern e {
    grid 16 x 16
    layout tiled
    schedule natural
    attend box(3, 3)
}

pattern f {
    grid 16 x 16
    layout tiled(a=8, b=8)
    attend box(3, 3)
}
