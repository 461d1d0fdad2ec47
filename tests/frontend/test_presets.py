"""Presets compile, format, say where they come from, and mean what their papers say."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from patternc.analysis.calls import accepts
from patternc.cli.presets import Preset, presets
from patternc.codegen.registry import BACKENDS
from patternc.driver import analyse, modules
from patternc.frontend.formatter import format_text
from patternc.ir import semantics
from patternc.ir.mask import Combine, HeadShare, Pattern, Sink
from patternc.ir.semantics import Inputs
from patternc.source import Source
from patternc.targets import TARGETS

PRESETS = presets()


def meaning(preset: Preset, **overrides: str) -> Pattern:
    (found,) = analyse(Source(f"{preset.name}.pat", preset.text), overrides, targets=()).meanings
    return found


def named(name: str) -> Preset:
    return next(preset for preset in PRESETS if preset.name == name)


def keys(
    pattern: Pattern, q: int, n: int, h: int = 0, heads: int = 4, inputs: Inputs = semantics.NOTHING
) -> list[list[int]]:
    """The keys of each branch of a row."""
    rows = [semantics.multiplicities(pattern, h, q, k, n, heads, inputs) for k in range(n)]
    return [[k for k in range(n) if rows[k][b]] for b in range(len(rows[0]))]


def test_there_are_the_promised_ones() -> None:
    promised = """
        longnet longnet-official dilated sliding-window dilated-window streaming longformer sparse-transformer
        bigbird block-sparse-local block-sparse-dilated block-sparse-global-local hierarchical adaptive
        natten-1d natten-2d natten-3d natten-dilated swin video-streaming prefix-lm packed-documents sinks mixed-heads
        prefix-tree gemma3-local deepseek-dsa minimax-msa qwen-qsa moba nsa-selected block-diffusion-packed
        mla sta vsa nsa deepseek-v4 cross-attention
    """
    assert {preset.name for preset in PRESETS} == set(promised.split())


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_preset_builds_without_a_warning_and_is_formatted(preset: Preset) -> None:
    source = Source(f"{preset.name}.pat", preset.text)
    assert analyse(source, {}).warnings == ()
    assert format_text(source) == preset.text
    for backend in BACKENDS:
        target = next(target for target in TARGETS if target.name == backend.targets[0])
        assert modules(analyse(source, {}, targets=()), backend, target)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_preset_names_its_paper(preset: Preset) -> None:
    unpublished = ("minimax-msa", "qwen-qsa", "deepseek-v4")  # which models describe by their code
    assert re.search(r"arXiv \d{4}\.\d{5}", preset.text) or preset.name in unpublished
    assert preset.about.endswith(".")


def test_longnet_is_the_papers() -> None:
    pattern = meaning(named("longnet"), w="[4, 8, 16]", r="[1, 2, 4]")
    assert keys(pattern, 14, 20, h=2) == [[12, 13, 14], [8, 10, 12, 14], [2, 6, 10, 14]]
    assert keys(pattern, 13, 20, h=2) == [[12, 13], [], []]
    assert pattern.groups[0].combine is Combine.LSE


def test_official_longnet_takes_offsets_by_blocks_of_heads() -> None:
    pattern = meaning(named("longnet-official"), w="[4, 8]", r="[1, 2]")
    assert keys(pattern, 7, 8, h=3) == [[4, 5, 6, 7], [1, 3, 5, 7]]
    assert keys(pattern, 6, 8, h=1) == [[4, 5, 6], [0, 2, 4, 6]]
    assert pattern.groups[0].combine is Combine.LSE_DETACH


def test_dilated_gives_each_head_one_branch() -> None:
    pattern = meaning(named("dilated"), w="[4, 8]", r="[1, 2]")
    assert [group.heads for group in pattern.groups] == [HeadShare(0, 2, True), HeadShare(1, 2, True)]
    assert all(group.divisor == 2 for group in pattern.groups)
    assert keys(pattern, 2, 8, h=0) == [[0, 1, 2, 3]]
    assert keys(pattern, 3, 8, h=3) == [[1, 3, 5, 7]]


def test_windows() -> None:
    assert keys(meaning(named("sliding-window"), left="3"), 9, 12) == [[6, 7, 8, 9]]
    assert keys(meaning(named("dilated-window"), reach="5", dilation="2"), 6, 14) == [[2, 4, 6, 8, 10]]
    assert keys(meaning(named("streaming"), sinks="2", left="3"), 9, 12) == [[0, 1, 6, 7, 8, 9]]
    assert keys(meaning(named("longformer"), reach="2", tokens="1"), 6, 9) == [[0, 4, 5, 6, 7, 8]]
    assert keys(meaning(named("longformer"), reach="2", tokens="1"), 0, 9) == [list(range(9))]
    assert keys(meaning(named("sparse-transformer"), l="4"), 13, 16) == [[1, 5, 9, 10, 11, 12, 13]]


# ---- blocks ----------------------------------------------------------------------------------------------------------
def blocks(pattern: Pattern, q: int, n: int, block: int, inputs: Inputs = semantics.NOTHING) -> list[int]:
    """The blocks a row of blocks sees, each of them whole."""
    (found,) = keys(pattern, q * block, n, inputs=inputs)
    seen = sorted({k // block for k in found})
    assert found == [k for k in range(n) if k // block in seen]
    return seen


def test_blocks() -> None:
    local = meaning(named("block-sparse-global-local"), block="4", reach="1")
    assert [blocks(local, q, 30, 4) for q in (0, 4, 7)] == [list(range(8)), [0, 3, 4, 5], [0, 6, 7]]
    dilated = meaning(named("block-sparse-dilated"), block="4", reach="3", r="2")
    assert blocks(dilated, 5, 40, 4) == [3, 5, 7]
    causal = meaning(named("block-sparse-local"), block="4", left="1")
    assert keys(causal, 9, 16) == [[4, 5, 6, 7, 8, 9]]
    levels = meaning(named("hierarchical"), block="2", near="1", wide="3")
    assert [blocks(levels, q, 40, 2) for q in (3, 4, 16)] == [[2, 3, 4], [1, 2, 3, 4, 5, 6, 7], list(range(20))]


def test_bigbird_adds_random_blocks_of_its_own_to_every_row() -> None:
    with_random = meaning(named("bigbird"), block="4")
    without = meaning(named("block-sparse-global-local"), block="4", reach="1", tokens="2")
    added = [set(blocks(with_random, q, 160, 4)) - set(blocks(without, q, 160, 4)) for q in range(3, 39)]
    assert {len(one) for one in added} <= {0, 1, 2, 3}
    assert sum(len(one) for one in added) > 2 * len(added)
    assert len({frozenset(one) for one in added}) > len(added) // 2


def test_adaptive_sees_what_was_selected() -> None:
    pattern = meaning(named("adaptive"), block="4", chosen="2", side="0")
    selection = np.full((4, 5, 2), -1)
    selection[0, 3] = 1, 0
    assert keys(pattern, 13, 20, inputs={"selection": selection}) == [[*range(8), 12, 13, 14, 15]]


# ---- grids -----------------------------------------------------------------------------------------------------------
def test_neighbourhoods_are_clamped_at_the_borders() -> None:
    assert keys(meaning(named("natten-1d"), length="9", size="3"), 0, 9) == [[0, 1, 2]]
    assert keys(meaning(named("natten-1d"), length="9", size="3"), 8, 9) == [[6, 7, 8]]
    flat = meaning(named("natten-2d"), height="4", width="5", size="3")
    assert keys(flat, 5 * 1 + 2, 20) == [[5 * y + x for y in (0, 1, 2) for x in (1, 2, 3)]]
    assert keys(flat, 5 * 3 + 4, 20) == [[5 * y + x for y in (1, 2, 3) for x in (2, 3, 4)]]
    dilated = meaning(named("natten-dilated"), height="1 * 6", width="8", size="3", dilation="2")
    assert keys(dilated, 8 * 1 + 4, 48) == [[8 * y + x for y in (1, 3, 5) for x in (2, 4, 6)]]
    deep = meaning(named("natten-3d"), frames="3", height="3", width="4", time="3", size="3")
    assert keys(deep, 12 * 1 + 0, 36) == [[12 * t + 4 * y + x for t in range(3) for y in range(3) for x in (0, 1, 2)]]


def test_tiles_slide_by_whole_tiles() -> None:
    """Every cell of a tile has the 3 x 3 x 3 tiles around it, moved inwards at a border."""
    smaller = {"frames": "4 * 2", "height": "3 * 2", "width": "4 * 2", "time": "2", "side": "2"}
    pattern = meaning(named("sta"), **smaller)
    for t, y, x in itertools.product(range(8), range(6), range(8)):
        frame, column = (2 * min(max(cell // 2 - 1, 0), 1) for cell in (t, x))
        seen = itertools.product(range(frame, frame + 6), range(6), range(column, column + 6))
        assert keys(pattern, 48 * t + 8 * y + x, 384) == [[48 * a + 8 * b + c for a, b, c in seen]]


def test_streaming_video_looks_back_only() -> None:
    pattern = meaning(named("video-streaming"), frames="8", height="3", width="4", past="2", size="3")
    near = [4 * y + x for y in range(3) for x in (1, 2, 3)]
    assert keys(pattern, 12 * 7 + 4 * 2 + 3, 96) == [[*range(12), *(12 * t + cell for t in (5, 6, 7) for cell in near)]]
    assert keys(pattern, 5, 96) == [list(range(12))]


@pytest.mark.parametrize(
    ("height", "width", "size", "shift"), [(8, 12, 4, 2), (8, 8, 4, 0), (6, 9, 3, 1), (7, 7, 7, 3)]
)
def test_swin_is_the_papers(height: int, width: int, size: int, shift: int) -> None:
    """Rolled, cut into windows, and masked where a window joins what the roll brought together (section 3.2)."""
    n = height * width
    parts = [slice(0, -size), slice(-size, -shift), slice(-shift, None)] if shift else [slice(None)]
    region = np.zeros((height, width), int)
    for i, rows in enumerate(parts):
        for j, columns in enumerate(parts):
            region[rows, columns] = 3 * i + j
    window = np.add.outer(np.arange(height) // size * width, np.arange(width) // size)
    label = np.roll(window * 9 + region, (shift, shift), (0, 1)).reshape(n)
    overrides = {"height": height, "width": width, "size": size, "shift": shift}
    pattern = meaning(named("swin"), **{name: str(value) for name, value in overrides.items()})
    q, k = np.arange(n)[:, None], np.arange(n)
    (found,) = semantics.multiplicities(pattern, 0, q, k, n, 4)
    assert (found == (label[:, None] == label)).all()


# ---- run-time inputs -------------------------------------------------------------------------------------------------
def test_prefixes_documents_and_sinks() -> None:
    assert keys(meaning(named("prefix-lm")), 2, 8, inputs={"prefix_lengths": 5}) == [[0, 1, 2, 3, 4]]
    assert keys(meaning(named("prefix-lm")), 6, 8, inputs={"prefix_lengths": 5}) == [[0, 1, 2, 3, 4, 5, 6]]
    assert keys(meaning(named("packed-documents")), 6, 9, inputs={"offsets": [0, 4, 4, 8, 9]}) == [[4, 5, 6]]
    assert meaning(named("sinks")).scores == (Sink("logits"),)


def test_a_tree_of_tokens_attends_to_ancestors() -> None:
    """Its paths, each alone, are causal."""
    parents = [-1, 0, 1, 1, 3, 0, 5, 5]
    ends = [max(k for k in range(8) if q in path(parents, k)) + 1 for q in range(8)]
    assert ends == [8, 5, 3, 5, 5, 8, 7, 8]
    for q in range(8):
        assert keys(meaning(named("prefix-tree")), q, 8, inputs={"subtree_end": ends}) == [path(parents, q)]


def path(parents: list[int], q: int) -> list[int]:
    """A token and its ancestors, the first ones first."""
    return [*(path(parents, parents[q]) if parents[q] >= 0 else ()), q]


def test_images_of_gemma_3_are_attended_whole_within_the_window() -> None:
    """Hugging Face: causal or of one image, and k > q - sliding_window."""
    image = [-1, 0, 0, 0, 1, -1, 2, 2, -1, -1, 3, 3]  # of 3, 1 and 2 positions, two of them adjacent, one at the end
    start = [0 if one < 0 else image.index(one) for one in image]
    end = [0 if one < 0 else len(image) - image[::-1].index(one) for one in image]
    inputs = {"image_start": start, "image_end": end}
    for q in range(12):
        for width in (2, 5):
            same = [image[q] >= 0 and image[k] == image[q] for k in range(12)]
            wanted = [k for k in range(12) if (k <= q or same[k]) and k > q - width]
            assert keys(meaning(named("gemma3-local"), width=str(width)), q, 12, inputs=inputs) == [wanted]


def test_latent_attention_has_one_scale_in_both_forms() -> None:
    pattern = meaning(named("mla"))
    assert keys(pattern, 2, 5) == [[0, 1, 2]]
    assert pattern.scale == pytest.approx(192**-0.5)
    assert [size for size in range(8, 577) if accepts(pattern, 9, 4, size)] == [192, 576]


def test_mixed_heads() -> None:
    pattern = meaning(named("mixed-heads"), near="1", far="1", left="2", r="4")
    assert [keys(pattern, 9, 12, h=h) for h in range(3)] == [[[7, 8, 9]], [[1, 5, 6, 7, 8, 9]], [list(range(10))]]
