# Local layers of a multimodal Gemma 3: text is causal, positions of an image attend to all of it, within a window.
# `image_start` and `image_end` have for each position where its image begins and ends, and 0 for text. The window is
# bounded on the left: `width` keys, the query's own among them (`sliding_window` of the Hugging Face configuration).
# Gemma Team, "Gemma 3 Technical Report", arXiv 2503.19786.
pattern gemma3_local(width=512) {
    input image_start: positions
    input image_end: positions
    attend (causal | rows(@image_start, @image_end)) & window(width - 1, n)
}
