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

import patternc
from patternc.analysis.calls import Shape
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.targets import LARGEST_HEAD, LARGEST_VALUE, SMALLEST_HEAD
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
WHOLE = Shape("whole", 1, 4, 2, HeadDims.equal(8), 37, 41, 4, 0, 41)
STEP = replace(WHOLE, name="step", queries=1, q_offset=40)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[ModuleType, Pattern]]:
    return {backend: build(TEXT, tmp_path_factory.mktemp(backend), backend) for backend in ("torch", "triton")}


def hold(module: ModuleType, pattern: Pattern, shape: Shape, dtype: str) -> None:
    inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", shape.dims.key, pattern))
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
        hold(*small[backend], replace(shape, dims=HeadDims.equal(head_dim)), dtype)


@pytest.mark.interpreter
@pytest.mark.parametrize("backend", ["torch", pytest.param("triton", marks=pytest.mark.long)])
def test_blocks_chosen_by_small_heads(backend: str, tmp_path: Path) -> None:
    module, pattern = build(CHOSEN, tmp_path, backend)
    shape = replace(WHOLE, queries=32, keys=32, q_offset=0, seq_len=32, dims=HeadDims.equal(11))
    hold(module, pattern, shape, "float32")


def test_the_limits_are_those_that_the_compiler_states(small: dict[str, tuple[ModuleType, Pattern]]) -> None:
    module, _ = small["torch"]
    given = {"bias": torch.zeros(4, 9), "sink": torch.zeros(4)}
    for attention in (module.attention, reference_of(module).reference):
        for head_dim in (SMALLEST_HEAD - 1, LARGEST_HEAD + 1):
            tensors = (*torch.zeros(2, 1, 4, 2, head_dim), torch.zeros(1, 4, 2, LARGEST_VALUE))
            with pytest.raises(ValueError, match=f"query has head_dim {head_dim}, must be 8 to 576"):
                attention(*tensors, **given)
        assert attention(*torch.zeros(3, 1, 4, 2, SMALLEST_HEAD), **given).shape == (1, 4, 2, SMALLEST_HEAD)
        most = (*torch.zeros(2, 1, 4, 2, LARGEST_HEAD), torch.zeros(1, 4, 2, LARGEST_VALUE))
        assert attention(*most, **given).shape == (1, 4, 2, LARGEST_VALUE)


@pytest.mark.parametrize("sizes", [(24, 4), (4, 24), (4, 4)], ids=["small values", "small keys", "both small"])
def test_tensors_padded_with_zeros_are_exact(sizes: tuple[int, int]) -> None:
    """Calls take heads of 8 numbers or more: others are padded, and get the scale of their own size."""
    attention = patternc.loads("window(9, 0)", "torch").attention
    torch.manual_seed(0)
    key_dim, value_dim = sizes
    leaves = [torch.randn(1, 2, 20, dim, requires_grad=True) for dim in (key_dim, key_dim, value_dim)]
    flow = torch.randn(1, 2, 20, value_dim)
    padded = [torch.nn.functional.pad(x, (0, max(8 - x.shape[3], 0))) for x in leaves]
    out = attention(*padded, scale=key_dim**-0.5)[..., :value_dim]
    distance = torch.arange(20)[:, None] - torch.arange(20)
    query, key, value = (x.detach().double().requires_grad_() for x in leaves)
    scores = (query @ key.mT * key_dim**-0.5).masked_fill((distance < 0) | (distance > 9), -torch.inf)
    wanted = scores.softmax(-1) @ value
    found = (out, *torch.autograd.grad(out, leaves, flow))
    for one, other in zip(found, (wanted, *torch.autograd.grad(wanted, (query, key, value), flow)), strict=True):
        assert (one - other).norm() < 1e-6 * other.norm()
