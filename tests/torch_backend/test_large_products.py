"""Blocks of which oneDNN computes the products, at sizes of tests: the float64 meaning, and scores that are not finite.

Where a processor has AVX-512, calls of some hundred columns run so. It is asked for here on any processor.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of
from large_blocks import in_large_blocks
from torch_cases import ALIGNED, BOXES, PATTERNS, SHAPES, SMALL, WHOLE, WIDE, hold

from patternc.ir.mask import Pattern
from patternc.testing.calls import Shape

PROCESSORS = (
    ("AMD EPYC 9R45", "AVX512", True),
    ("AMD EPYC 7R13", "AVX2", False),
    ("Intel Xeon", "AVX512", False),
)
LONG = (SHAPES[0], *SHAPES[2:4], *SHAPES[5:8], SMALL, Shape("strided", 1, 4, 2, 16, 300, 310, 7, 3, 320))
MANY = {"counted_twice", "counted_lists"}
"""Of hundreds of branches, which take long in small parts."""
NOT_FUSED = {"capped", "scaled", "counted_scored", "random_scored", "dense_scored"} | {x for x in WIDE if "biased" in x}


def made(name: str, text: str, folder: Path) -> tuple[ModuleType, Pattern]:
    return build(f"pattern {name} {{\n    {text.replace('; ', chr(10) + '    ')}\n}}\n", folder)


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = made(name, PATTERNS[name], tmp_path)
    called = in_large_blocks(module, monkeypatch)
    for shape in LONG:
        hold(module, pattern, shape, "float32")
    for dtype in ("float16", "bfloat16"):
        hold(module, pattern, SMALL, dtype)
    assert set(called) == (set() if name in NOT_FUSED else {"_attend_large", "_attend_large_backward"})


@pytest.mark.parametrize("name", [name for name in WIDE if name not in NOT_FUSED | MANY])
def test_wide(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = made(name, WIDE[name], tmp_path)
    in_large_blocks(module, monkeypatch)
    for shape in WHOLE if hasattr(module, "selection") else (SHAPES[2], SMALL, ALIGNED):
        hold(module, pattern, shape, "float32")


@pytest.mark.parametrize(("name", "cells"), [("box_beside", 130), ("boxes_counted", 132)])
def test_box(name: str, cells: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = made("box", BOXES[name], tmp_path)
    called = in_large_blocks(module, monkeypatch)
    hold(module, pattern, Shape("grid", 2, 4, 2, 16, cells, cells, 0, 0, cells), "float32")
    assert called


@pytest.mark.parametrize("name", ["causal", "window", "paper", "sinks", "mean"])
@pytest.mark.parametrize("odd", [torch.nan, torch.inf, -torch.inf, 3e38])
def test_what_is_not_finite(name: str, odd: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that do not attend to a key are what they are without it; the others are NaN, or what the reference says."""
    module, _ = made(name, PATTERNS[name], tmp_path)
    called = in_large_blocks(module, monkeypatch)
    generator = torch.Generator().manual_seed(4)
    query, key, value = torch.randn(3, 1, 2, 90, 16, generator=generator).unbind()
    query[..., 3] = 8.0
    key[0, :, 41, 3] = odd
    leaves = [x.clone().requires_grad_() for x in (query, key, value)]
    out = module.attention(*leaves)
    torch.autograd.grad(out.sum(), leaves)
    truth = reference_of(module).reference(query, key, value)
    touched = torch.stack([reference_of(module).mask(head, 2, 90)[:, 41] > 0 for head in range(2)])[None]
    torch.testing.assert_close(out[~touched].double(), truth[~touched], rtol=1e-5, atol=1e-5)
    if odd == -torch.inf:
        torch.testing.assert_close(out.double(), truth, rtol=1e-5, atol=1e-5)
    else:
        assert out[touched].isnan().all()
    assert "_attend_large" in called


def test_rows_whose_scores_a_float_does_not_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores of -inf from finite numbers leave no keys: zeros, and no NaN in any gradient."""
    module, _ = made("causal", PATTERNS["causal"], tmp_path)
    in_large_blocks(module, monkeypatch)
    query, key, value = torch.randn(3, 1, 2, 90, 16, generator=torch.Generator().manual_seed(4)).unbind()
    query[0, 0, :, 3], key[0, 0, :, 3] = 0.0, -3e38
    query[0, 0, 50, 3] = 3e38
    leaves = [x.clone().requires_grad_() for x in (query, key, value)]
    out, lse = module.attention(*leaves, return_lse=True)
    assert (out[0, 0, 50] == 0.0).all()
    assert lse[0, 0, 50] == -torch.inf
    assert all(grad.isfinite().all() for grad in torch.autograd.grad(out.sum(), leaves))


@pytest.mark.parametrize(("processor", "capability", "taken"), PROCESSORS)
def test_only_exact_products_are_taken(
    processor: str, capability: str, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a caller lets oneDNN round what it multiplies, or on an Intel CPU, calls run as without AVX-512."""
    module, _ = made("causal", PATTERNS["causal"], tmp_path)
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"cpu_name": processor}, raising=False)
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    query = torch.zeros(1, 1, 1, 16)
    assert module._has_large_products(query) == taken
    assert module._has_large_products(query.bfloat16()) == taken
    before = torch.get_float32_matmul_precision()
    try:
        torch.set_float32_matmul_precision("medium")
        assert not module._has_large_products(query)
    finally:
        torch.set_float32_matmul_precision(before)


def test_a_torch_that_does_not_name_the_processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _ = made("causal", PATTERNS["causal"], tmp_path)
    monkeypatch.delattr(torch.cpu, "get_capabilities", raising=False)
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: "AVX512")
    assert not module._has_large_products(torch.zeros(1, 1, 1, 16))
