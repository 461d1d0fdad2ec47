"""Draw every preset for docs/gallery.md, at sizes where every pair is a square. Run with `make figures`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path

from patternc.analysis.equal_heads import distinct_heads
from patternc.cli.inputs import inputs_of
from patternc.cli.presets import Preset, presets
from patternc.cost.sample_inputs import described
from patternc.counting.pixels import count
from patternc.driver import analyse
from patternc.files import write
from patternc.ir.mask import Pattern
from patternc.pictures.resolved_pattern import of_head, statements
from patternc.pictures.svg import Panel, svg
from patternc.source import Source

FOLDER = Path(__file__).resolve().parent
SIDE, HEADS, SHOWN = 64, 8, 3
"""Positions; heads of a model; the most heads of a preset that are drawn, of those that differ."""
GRID = {"height": "8", "width": "8"}
VIDEO = {"frames": "4", "height": "4", "width": "4"}
SEGMENTS = {"w": "[16, 32, 64]", "r": "[1, 2, 4]"}
SIZES: Mapping[str, Mapping[str, str]] = {
    "adaptive": {"block": "4", "chosen": "3"},
    "bigbird": {"block": "4", "tokens": "1", "chosen": "2"},
    "block-diffusion-packed": {"block": "4"},
    "block-sparse-dilated": {"block": "2", "reach": "12", "r": "3"},
    "block-sparse-global-local": {"block": "4", "reach": "1"},
    "block-sparse-local": {"block": "4", "left": "3"},
    "cross-attention": {},
    "deepseek-dsa": {},
    "deepseek-v4": {"w": "8"},
    "dilated": {"w": "[16, 32]"},
    "dilated-window": {"reach": "12", "dilation": "3"},
    "gemma3-local": {"width": "16"},
    "hierarchical": {"block": "2", "near": "1", "wide": "5", "seldom": "8"},
    "longformer": {"reach": "6", "tokens": "4"},
    "longnet": SEGMENTS,
    "longnet-official": SEGMENTS,
    "minimax-msa": {"block": "4"},
    "mixed-heads": {"left": "7", "r": "8"},
    "mla": {},
    "moba": {"block": "4"},
    "natten-1d": {"length": "64", "size": "13"},
    "natten-2d": {**GRID, "size": "3"},
    "natten-3d": {**VIDEO, "time": "3", "size": "3"},
    "natten-dilated": {**GRID, "size": "3", "dilation": "2"},
    "nsa": {"step": "4", "block": "4", "w": "8"},
    "nsa-selected": {"block": "4"},
    "packed-documents": {},
    "prefix-lm": {},
    "prefix-tree": {},
    "qwen-qsa": {},
    "sinks": {"left": "11"},
    "sliding-window": {"left": "15"},
    "sparse-transformer": {"l": "8"},
    "sta": {**VIDEO, "time": "1", "side": "2", "wide": "1"},
    "streaming": {"sinks": "2", "left": "11"},
    "vsa": {**VIDEO, "side": "2"},
    "swin": {**GRID, "size": "4", "shift": "2"},
    "video-streaming": {**VIDEO, "past": "1", "size": "3"},
}
"""The parameters that are smaller than those of the preset, as after `-D`."""


def main() -> None:
    for name, text in gallery().items():
        write(FOLDER / name, text)


def gallery() -> Mapping[str, str]:
    """The page and its pictures: name in the folder of the documentation, and text."""
    pictures = {f"gallery/{preset.name}.svg": picture(preset) for preset in presets()}
    return {"gallery.md": "".join(page()), **pictures}


def page() -> Iterator[str]:
    """The text of the page."""
    yield "# The presets\n\n"
    yield f"This page shows every preset over {SIDE} positions, with sizes that fit them. A square is a pair, and a\n"
    yield f"colour is a branch. Where heads differ, up to {SHOWN} of {HEADS} are shown. `make figures` draws these\n"
    yield "pictures; `patternc show FILE -n N --svg OUT` draws any other pattern and length, and `patternc new NAME`\n"
    yield "copies a preset to a file.\n"
    for preset in presets():
        sizes = "".join(f" -D '{name}={value}'" for name, value in SIZES[preset.name].items())
        yield f"\n## {preset.name}\n\n{preset.about}\n\n![{preset.name}](gallery/{preset.name}.svg)\n\n"
        yield f"    patternc show {preset.name}.pat -n {SIDE}{sizes}\n"


def picture(preset: Preset) -> str:
    """The heads of a preset that differ, side by side; of one with sources, those of each part."""
    source = Source(f"{preset.name}.pat", preset.text)
    parts = zip(analyse(source, dict(SIZES[preset.name])).meanings, statements(source, SIZES[preset.name]), strict=True)
    panels = [
        panel(pattern, written, head)
        for pattern, written in parts
        for head in [head for head, _ in distinct_heads(pattern, HEADS)][:SHOWN]
    ]
    return svg(tuple(panels), f"The mask of the preset {preset.name}")


def panel(pattern: Pattern, written: tuple[str, ...], head: int) -> Panel:
    """One head, its runtime inputs among the statements of its branches."""
    n = prod(pattern.grid) if pattern.grid else SIDE
    inputs = inputs_of(pattern, {}, n, HEADS)
    source = () if pattern.source is None else (f"entries of {pattern.source.name}",)
    title = ", ".join((f"head {head}", *source, *described(pattern, inputs)))
    return Panel(count(pattern, head, HEADS, n, n, inputs), title, of_head(written, pattern, head, HEADS))


if __name__ == "__main__":
    main()
