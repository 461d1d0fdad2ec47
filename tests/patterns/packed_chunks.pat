# Chunked attention of packed documents: chunks and the keys that all attend to are counted from the start of each document.
pattern packed_chunks {
    input docs: offsets
    attend within(@docs, segment(64) | first(4)) & causal
}
