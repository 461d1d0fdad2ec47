# Block diffusion of packed documents, of which each holds its noised tokens and then as many clean ones.
# Noised tokens attend to their block and to the clean blocks before it, clean tokens to clean blocks up to their own.
# Arriola et al., "Block Diffusion", arXiv 2503.09573, whose mask is that of a single document.
pattern block_diffusion_packed(block=32) {
    input docs: offsets
    attend within(@docs, blocks(block, window(0)) & when(q < n // 2 and k < n // 2))
    attend within(@docs, when(q < n // 2 and k >= n // 2 and (k - n // 2) // block < q // block))
    attend within(@docs, when(q >= n // 2 and k >= n // 2 and (k - n // 2) // block <= (q - n // 2) // block))
    combine lse
}
