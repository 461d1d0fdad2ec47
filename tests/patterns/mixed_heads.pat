# A pattern for every range of heads: blocks at random, a window, everything in small blocks of 3.
pattern mixed_heads {
    heads 0..2 {
        attend blocks(32, random(density=0.3, seed=5) | window(0))
    }
    heads 2..3 {
        attend window(20, 0)
    }
    heads 3.. {
        attend blocks(3, stride(4, offset=head) | first(2)) - window(2)
    }
}
