# Windows of size x size cells of an image, shifted by `shift` cells to both sides: 0 for every other layer.
# Liu et al., "Swin Transformer: Hierarchical Vision Transformer using Shifted Windows", arXiv 2103.14030. What a shift
# wraps around is masked there, so a window at the border is a smaller one: the same as no wrapping at all. Height and
# width should be multiples of `size`, which Swin pads them to; `shift` is 0 there where the image is one window.
# docs/how-to/vision.md adds the bias of relative positions.
pattern swin(height=56, width=56, size=7, shift=3) {
    grid height x width
    let before = size - shift
    attend when((q // width + before) // size == (k // width + before) // size)
    where when((q % width + before) // size == (k % width + before) // size)
}
