"""Heads of 8 to 15 numbers, fewer than products take: exact in both passes, as those of other sizes are.

The C++ and CUDA backends' own tests have calls of such sizes, as those of rings and layers do.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of

from patternc.ir.mask import Pattern
from patternc.targets import LARGEST_HEAD, SMALLEST_HEAD
from patternc.testing.calls import Shape
from patternc.testing.compare import TOLERANCE, answer_of, compare, draw, with_selection
from patternc.testing.oracle import oracle

TEXT = """pattern small {
    input bias: table(heads, 9)
    input sink: table(heads)
    heads 0..1 { attend window(9, 3) }
    heads 1..2 { attend blocks(8, random(density=0.5, seed=3)) & causal }
    heads 2.. {
        attend segment(16)
        attend segment(32, dilation=2, offset=head)
        combine lse
    }
    score softcap(20)
    score bias(@bias)
    score sink(@sink)
}
"""
CHOSEN = "pattern chosen { attend blocks(8, topk(2) | window(1)) }\n"
WHOLE = Shape("whole", 1, 4, 2, 8, 37, 41, 4, 0, 41)
STEP = replace(WHOLE, name="step", queries=1, q_offset=40)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[ModuleType, Pattern]]:
    return {backend: build(TEXT, tmp_path_factory.mktemp(backend), backend) for backend in ("torch", "triton")}


def hold(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str) -> None:
    inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", shape.head_dim, pattern))
    errors = compare(answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, dtype, pattern)
    assert errors.worst < TOLERANCE[dtype], errors


QUICK = ("torch", 8), ("torch", 13), ("triton", 13)
"""Sizes that no run leaves out."""


@pytest.mark.interpreter
@pytest.mark.parametrize("shape", [WHOLE, STEP], ids=["whole", "step"])
@pytest.mark.parametrize(
    ("backend", "head_dim"),
    [
        pytest.param(*one, marks=[] if one in QUICK else [pytest.mark.long])
        for one in product(("torch", "triton"), range(8, 16))
    ],
)
def test_small_heads(small: dict[str, tuple[ModuleType, Pattern]], backend: str, head_dim: int, shape: Shape) -> None:
    for dtype in ("float32",) if (backend, head_dim) == QUICK[2] else ("float32", "bfloat16"):
        hold(*small[backend], replace(shape, head_dim=head_dim), dtype)


@pytest.mark.interpreter
@pytest.mark.parametrize("backend", ["torch", pytest.param("triton", marks=pytest.mark.long)])
def test_blocks_chosen_by_small_heads(backend: str, tmp_path: Path) -> None:
    module, pattern = build(CHOSEN, tmp_path, backend)
    hold(module, pattern, replace(WHOLE, queries=32, keys=32, q_offset=0, seq_len=32, head_dim=11), "float32")


def test_the_limits_are_those_that_the_compiler_states(small: dict[str, tuple[ModuleType, Pattern]]) -> None:
    module, _ = small["torch"]
    given = {"bias": torch.zeros(4, 9), "sink": torch.zeros(4)}
    for attention in (module.attention, reference_of(module).reference):
        for head_dim in (SMALLEST_HEAD - 1, LARGEST_HEAD + 1):
            tensors = torch.zeros(3, 1, 4, 2, head_dim)
            with pytest.raises(ValueError, match=f"query has head_dim {head_dim}, must be 8 to 256"):
                attention(*tensors, **given)
        assert attention(*torch.zeros(3, 1, 4, 2, SMALLEST_HEAD), **given).shape == (1, 4, 2, SMALLEST_HEAD)
