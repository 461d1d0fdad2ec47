"""`score bias(@pairs)`: a number for each pair, and its gradient, against formulas in float64."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from dense_scores import BOUNDS, dense, errors, gradients, on_backends, on_backends_in, softcap, with_sink
from torch import Tensor

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in exp2")  # of pairs far away, before the mask
BATCH, HEADS, KV_HEADS, ROWS, KEYS, FIRST = 2, 4, 2, 33, 37, 4
SEVERAL = """attend segment(16)
    attend segment(32, dilation=2, offset=1)
    combine lse"""
MASKS = {
    "causal": ("attend causal", lambda q, k: k <= q),
    "gap": ("attend window(20) - window(2)", lambda q, k: ((q - k).abs() <= 20) & ((q - k).abs() > 2)),
    "blocks": (
        "attend blocks(8, window(1)) & when((q + k) % 3 != 0)",
        lambda q, k: ((q // 8 - k // 8).abs() <= 1) & ((q + k) % 3 != 0),
    ),
}
SHAPES = {
    "all": (1, 1),
    "entries": (BATCH, 1),
    "heads": (1, HEADS),
    "each": (BATCH, HEADS),
}
"""The batch entries and the heads that have numbers of their own."""


def text(mask: str, more: str = "", kind: str = "pairs(heads)") -> str:
    return f"pattern paired {{\n    input pairs: {kind}\n    {mask}\n    score bias(@pairs)\n    {more}\n}}\n"


def tensors(
    dtype: torch.dtype = torch.float32, shape: tuple[int, int] = (1, HEADS), size: int = 16, keys: int = KEYS
) -> dict[str, Tensor]:
    draws = torch.Generator().manual_seed(3)
    heads = {"query": (HEADS, ROWS), "key": (KV_HEADS, keys), "value": (KV_HEADS, keys)}
    found = {name: torch.randn(BATCH, *own, size, generator=draws).to(dtype) for name, own in heads.items()}
    return {**found, "pairs": 2 * torch.randn(*shape, ROWS, keys, generator=draws)}


def seen_by(admits: Any, rows: int = ROWS, keys: int = KEYS, first: int = FIRST) -> Tensor:
    seen: Tensor = admits(torch.arange(first, first + rows).unsqueeze(1), torch.arange(keys))
    return seen


def added(pairs: Tensor) -> Any:
    return lambda scores: scores + pairs.double()


def truth_of(seen: Tensor, *steps: Any) -> Any:
    def truth(query: Tensor, key: Tensor, value: Tensor, pairs: Tensor) -> tuple[Tensor, Tensor]:
        return dense(query, key, value, seen, query.shape[3] ** -0.5, added(pairs), *steps)

    return truth


def called(module: Any, **more: Any) -> Any:
    return lambda **leaves: module.attention(**leaves, q_offset=FIRST, return_lse=True, **more)


@pytest.mark.parametrize(("backend", "mask", "dtype"), on_backends_in(MASKS, "causal"))
def test_pairs_and_their_gradients(backend: str, mask: str, dtype: torch.dtype, tmp_path: Path) -> None:
    words, admits = MASKS[mask]
    module, _ = build(text(words), tmp_path, backend)
    given = tensors(dtype)
    wrong = errors(gradients(called(module), given), gradients(truth_of(seen_by(admits)), given))
    assert max(wrong.values()) < BOUNDS[dtype], wrong


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("backend", on_backends(quick=False))
def test_entries_and_heads_that_share_numbers(backend: str, shape: str, tmp_path: Path) -> None:
    """Gradients sum those of all that share a number, the same to the bit in every run."""
    module, _ = build(text("attend causal"), tmp_path, backend)
    given = tensors(shape=SHAPES[shape])
    found = gradients(called(module), given)
    wrong = errors(found, gradients(truth_of(seen_by(MASKS["causal"][1])), given))
    assert max(wrong.values()) < 2e-6, wrong
    again = gradients(called(module), given)
    assert all(torch.equal(found[name], again[name]) for name in found)
