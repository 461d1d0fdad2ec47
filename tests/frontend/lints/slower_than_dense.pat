pattern scattered { attend blocks(1, random(7000, seed=1)) & window(4000) }
pattern counts { attend blocks(2, random(400, seed=1)) | window(64) }
pattern averaged {
    for i in range(8) { attend causal - keys(every=16, offset=i) }
    combine mean
}
pattern detached(w=2048) {
    attend full - keys(every=16)
    attend window(w)
    attend full - keys(every=16, offset=1)
    combine lse(detach)
}
pattern strides {
    for r in range(2, 42) { attend stride(r, offset=all) }
    combine lse
}
pattern boxes {
    grid 64 x 64
    attend box(63, 63)
    attend box(61, 63)
    attend box(63, 61)
    combine sum
}
pattern ranges {
    heads 0..2 { attend window(64) }
    heads 2.. { attend full; attend causal; attend full - keys(every=9); combine mean }
}
pattern rolled { grid 56 x 56; attend when((q // 56 - 3) % 56 // 7 == (k // 56 - 3) % 56 // 7 and (q % 56 - 3) % 56 // 7 == (k % 56 - 3) % 56 // 7) }
