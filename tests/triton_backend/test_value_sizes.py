"""Kernels whose values have another size than keys: a call refuses these, but neither kernels nor their launches do."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from built import build

from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.testing.oracle import Answer, Inputs, oracle

SIZES = (16, 48), (80, 32), (48, 96)
"""Numbers of a row of keys and of a row of values; 48, 80 and 96 are cut into two parts."""

PATTERNS = {
    "window": "attend window(9, 3)",
    "partials": "segments [16, 32]; dilations [1, 2]; combine lse",
    "modified": "attend causal; score alibi; score softcap(20)",
    "several": "attend window(9, 3); attend stride(4); combine mean",
}


def relative(found: torch.Tensor, wanted: torch.Tensor) -> float:
    return float((found.double() - wanted).norm() / wanted.norm())


@pytest.mark.interpreter
@pytest.mark.parametrize("queries", [33, 1])
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("window", SIZES[0]),
        *(pytest.param("window", sizes, marks=pytest.mark.long) for sizes in SIZES[1:]),
        *(pytest.param(name, SIZES[1], marks=pytest.mark.long) for name in PATTERNS if name != "window"),
    ],
)
def test_kernels(name: str, sizes: tuple[int, int], queries: int, tmp_path: Path) -> None:
    module, pattern = build(f"pattern made {{ {PATTERNS[name]} }}", tmp_path, "triton")
    key_dim, value_dim = sizes
    shape = Shape("part", 1, 4, 2, HeadDims.equal(key_dim), queries, 51, 51 - queries, 0, 51)
    drawn = torch.Generator().manual_seed(5)
    query, grad_out = (torch.randn(1, 4, queries, dim, generator=drawn) for dim in sizes)
    key, value = (torch.randn(1, 2, 51, dim, generator=drawn) for dim in sizes)
    lse = torch.zeros(1, 4, queries).double()
    wanted = oracle(pattern, shape, Inputs(query.double(), key.double(), value.double(), grad_out.double(), lse, {}))
    numbers = (key_dim**-0.5, shape.q_offset, 0, 51, *((0, 4) if name == "modified" else ()))
    saved = module._forward(query, key, value, *numbers)
    assert saved[0].shape == (1, 4, queries, value_dim)
    dq, dk, dv = module._backward(query, key, value, *saved, grad_out, torch.empty(0), *numbers)
    found = Answer(saved[0], saved[1], dq, dk, dv, {})
    for one in ("out", "dq", "dk", "dv"):
        assert relative(getattr(found, one), getattr(wanted, one)) < 2e-6, one
