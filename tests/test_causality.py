"""No row of a causal preset depends on what comes after it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from built import build
from torch import Tensor

from patternc import semantics
from patternc.atoms import topk_of
from patternc.cli.presets import Preset, presets
from patternc.given import of_entry
from patternc.mask_ir import Pattern
from patternc.oracle import Inputs
from patternc.shapes import Shape, shapes
from patternc.verify import chosen, draw

CAUSAL = (
    *("adaptive", "block-sparse-local", "longnet", "longnet-official", "mixed-heads", "packed-documents", "sinks"),
    *("sliding-window", "sparse-transformer", "streaming"),
)


def looks_ahead(pattern: Pattern, shape: Shape, inputs: Inputs) -> bool:
    """Whether some head admits a key after its query."""
    places = np.arange(shape.seq_len)
    given = of_entry(pattern, shape, inputs.given, 0)
    counts = (
        count
        for h in range(shape.heads)
        for count in semantics.multiplicities(pattern, h, places[:, None], places, shape.seq_len, shape.heads, given)
    )
    return any(np.triu(np.broadcast_to(count, (shape.seq_len,) * 2), 1).any() for count in counts)


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.name)
def test_rows_do_not_depend_on_what_comes_after(preset: Preset, tmp_path: Path) -> None:
    module, pattern = build(preset.text, tmp_path)
    shape = shapes(pattern, 300)[0]
    inputs = chosen(module, pattern, shape, draw(shape, "float32", "cpu", 1, pattern))
    assert looks_ahead(pattern, shape, inputs) == (preset.name not in CAUSAL)
    if preset.name not in CAUSAL:
        return
    cut = shape.seq_len // 3
    before = module.attention(inputs.query, inputs.key, inputs.value, **inputs.given)
    values = changed(inputs.value, cut)
    after = module.attention(inputs.query, inputs.key, values, **inputs.given)
    assert torch.equal(before[:, :, :cut], after[:, :, :cut])
    assert not torch.equal(before[:, :, cut:], after[:, :, cut:])
    if topk_of(pattern) is None:  # a selection is by means of blocks, which the later keys of a block are part of
        after = module.attention(changed(inputs.query, cut), changed(inputs.key, cut), values, **inputs.given)
        assert torch.equal(before[:, :, :cut], after[:, :, :cut])


def changed(tensor: Tensor, cut: int) -> Tensor:
    """Other numbers from position `cut` on."""
    return torch.cat((tensor[:, :, :cut], torch.randn_like(tensor[:, :, cut:])), 2)
