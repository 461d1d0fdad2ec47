# A video as it is generated: neighbourhoods in space, in this frame and some before it, and the whole first frame.
# Yin et al., "From Slow Bidirectional to Fast Autoregressive Video Diffusion Models", arXiv 2412.07772 (causal by
# frames); Xiao et al., "Efficient Streaming Language Models with Attention Sinks", arXiv 2309.17453 (the first frame).
pattern video_streaming(frames=16, height=32, width=32, past=4, size=7) {
    grid frames x height x width
    let frame = height * width
    attend box(2 * past + 1, size, size) & blocks(frame, window(past, 0)) | first(frame)
}
