"""Patterns that are called causal depend on no later position: presets, random patterns, and block selections."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch
from _pytest.mark.structures import ParameterSet
from built import build
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pattern_texts import calls
from pattern_texts_whole import adaptive, whole_files
from torch import Tensor
from with_sources import has_sources

from patternc.analysis.calls import Shape, shapes
from patternc.analysis.distances import choice_ahead, is_causal
from patternc.cli.presets import Preset, presets
from patternc.diagnostics import Rejected
from patternc.driver import analyse
from patternc.ir import semantics
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.source import Source
from patternc.testing.compare import draw
from patternc.testing.oracle import Inputs
from patternc.testing.random_inputs import inputs_of_entry

CAUSAL = (
    *("block-sparse-local", "longnet", "longnet-official", "mixed-heads", "packed-documents", "prefix-tree"),
    *("sinks", "sliding-window", "sparse-transformer", "streaming"),
    *("deepseek-dsa", "minimax-msa", "mla", "moba", "nsa-selected"),
)


def looks_ahead(pattern: Pattern, shape: Shape, inputs: Inputs) -> bool:
    """Whether some head admits a key after its query."""
    places = np.arange(shape.seq_len)
    entry = inputs_of_entry(pattern, shape, inputs.arguments, 0)
    counts = (
        count
        for h in range(shape.heads)
        for count in semantics.multiplicities(pattern, h, places[:, None], places, shape.seq_len, shape.heads, entry)
    )
    return any(np.triu(np.broadcast_to(count, (shape.seq_len,) * 2), 1).any() for count in counts)


def changed(tensor: Tensor, cut: int) -> Tensor:
    """Other numbers from position `cut` on."""
    return torch.cat((tensor[:, :, :cut], torch.randn_like(tensor[:, :, cut:])), 2)


def leaks(module: ModuleType, inputs: Inputs, cut: int) -> bool:
    """Whether a row before `cut` depends on the queries, keys or values from there on."""
    torch.manual_seed(cut)
    tensors = (inputs.query, inputs.key, inputs.value)
    before = module.attention(*tensors, **inputs.arguments)
    for which in range(3):
        others = [changed(tensor, cut) if at == which else tensor for at, tensor in enumerate(tensors)]
        after = module.attention(*others, **inputs.arguments)
        if not torch.equal(before[:, :, :cut], after[:, :, :cut]):
            return True
    return False


def parameters() -> list[ParameterSet]:
    """Those of large grids are slow."""
    slow = ("natten-3d", "video-streaming")
    return [
        pytest.param(preset, id=preset.name, marks=pytest.mark.slow if preset.name in slow else ())
        for preset in presets()
        if not has_sources(preset.text)
    ]


@pytest.mark.parametrize("preset", parameters())
def test_rows_of_causal_presets_depend_on_nothing_later(preset: Preset, tmp_path: Path) -> None:
    module, pattern = build(preset.text, tmp_path)
    shape = shapes(pattern, 300)[0]
    inputs = draw(shape, "float32", "cpu", 1, pattern)
    assert is_causal(pattern) == (preset.name in CAUSAL)
    if preset.name in CAUSAL or preset.name == "adaptive":  # whose mask is made by the call
        assert leaks(module, inputs, shape.seq_len // 3) == (preset.name not in CAUSAL)
    if preset.name != "adaptive":
        assert looks_ahead(pattern, shape, inputs) == (preset.name not in CAUSAL)


CHOICES = (
    "attend blocks(8, topk(2)); where causal",
    "attend blocks(8, topk(1) | window(0)); where causal",
    "attend blocks(8, topk(1) & (causal - window(0))) | window(7, 0)",  # of earlier blocks: later queries choose
    "attend causal; attend blocks(4, topk(2)) & causal; combine mean",
    "heads 0..2 { attend causal }; heads 2.. { attend blocks(16, topk(1)) & window(40, 0) }",
)


@pytest.mark.parametrize("body", CHOICES)
def test_a_choice_for_a_block_looks_ahead_whatever_its_masks(body: str, tmp_path: Path) -> None:
    module, pattern = build(f"pattern p {{ {body} }}", tmp_path)
    inputs = draw(Shape("whole", 1, 4, 2, HeadDims.equal(16), 61, 61, 0, 0, 61), "float32", "cpu", 2, pattern)
    assert not is_causal(pattern)
    assert any(leaks(module, inputs, cut) for cut in range(33, 60, 5))


def test_a_choice_for_one_query_by_earlier_keys_is_causal(tmp_path: Path) -> None:
    module, pattern = build("pattern p { attend blocks(1, topk(5)); where causal }", tmp_path)
    inputs = draw(Shape("whole", 1, 4, 2, HeadDims.equal(16), 61, 61, 0, 0, 61), "float32", "cpu", 2, pattern)
    assert is_causal(pattern)
    assert choice_ahead(pattern) is None
    assert not any(leaks(module, inputs, cut) for cut in (3, 30, 59))


@pytest.mark.slow
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    made=st.one_of(adaptive(), st.tuples(whole_files(), calls(60))).filter(lambda made: made[1].seq_len > 1),
    share=st.floats(0.0, 1.0),
)
def test_no_made_pattern_that_is_called_causal_leaks(
    made: tuple[str, Shape], share: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text, shape = made
    try:
        (meaning,) = analyse(Source("made.pat", text), {}, targets=()).meanings
    except Rejected:
        assume(False)
    assume(is_causal(meaning))
    module, pattern = build(text, tmp_path_factory.mktemp("made"))
    n = shape.seq_len
    inputs = draw(
        Shape("whole", shape.batch, shape.heads, shape.kv_heads, HeadDims.equal(16), n, n, 0, 0, n),
        "float32",
        "cpu",
        3,
        pattern,
    )
    assert not leaks(module, inputs, 1 + round(share * (n - 2)))
