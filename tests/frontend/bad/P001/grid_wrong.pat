pattern a {
    grid 4 y 4
    attend box(3, 3)
}

pattern b {
    grid 2 x 2 x 2 x 2
    attend causal
}

pattern c {
    grid 0 x 4
    attend causal
}

pattern d {
    grid 1M x 1M x 4
    attend causal
}

pattern e {
    grid 4 x 4
    grid 8 x 8
    attend box(3, 3)
}

pattern f {
    heads 0.. {
        grid 4 x 4
        attend causal
    }
}
