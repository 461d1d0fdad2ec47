"""Scores of 1e4 and more: weights stay accurate where partial sums are merged, and in gradients.

A float32 holds a score of 1e4 to 5e-4. So the scores here are numbers that it holds exactly, and what is lost is lost
by the module: by a merge that goes by a rounded lse, or a weight exp(S - lse).
"""

from __future__ import annotations

import math
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from simulated_ranks import on_all_ranks
from torch import Tensor

N, HEADS, KV_HEADS, HEAD_DIM = 100, 4, 2, 16
SCALE = 0.25
# Kernels multiply by log2(e) besides, in the interpreter with a rounding of its own: scores are such numbers after it.
KERNEL_SCALE = float(torch.tensor(math.log(2) / 4, dtype=torch.float32))
SEGMENTS = "attend segment(32) & causal\n    attend segment(64, dilation=2, offset=head) & causal"
PATTERNS = {
    "causal": "attend causal",
    "window": "attend window(40, 0)",
    "branches": "attend window(20, 0)\n    attend causal & keys(every=3)\n    combine lse",
    "segments": f"{SEGMENTS}\n    combine lse",
    "detached": f"{SEGMENTS}\n    combine lse(detach)",
    "counted": "attend window(20, 0)\n    attend window(20, 0)\n    combine lse",
    "listed": "attend blocks(16, random(2, seed=1)) & causal\n    attend window(8, 0)\n    combine lse",
    "mean": f"{SEGMENTS}\n    combine mean",
    "sink": "input logits: table(heads)\n    attend window(20, 0)\n    attend first(3)\n    combine lse\n"
    "    score sink(@logits)",
    "sloped": "attend window(20, 0)\n    attend causal & keys(every=3)\n    combine lse\n    score alibi",
}
SIZES = [1e4, 1e5, -1e4]


def tensors(size: float, like: str = "") -> tuple[list[Tensor], dict[str, Tensor]]:
    """Query, key, value and the gradients of out and lse; and sinks. Scores are `size` and some eighths."""
    generator = torch.Generator().manual_seed(3)
    query, key = torch.zeros(1, HEADS, N, HEAD_DIM), torch.zeros(1, KV_HEADS, N, HEAD_DIM)
    query[..., :2] = 4.0
    key[..., 0] = size
    key[..., 1] = torch.randint(-24, 25, key.shape[:3], generator=generator) / 8
    value = torch.randn(key.shape, generator=generator)
    grad, grad_lse = torch.randn(query.shape, generator=generator), torch.randn(query.shape[:3], generator=generator)
    logits = size + torch.arange(-2.0, 2.0)
    return [query, key, value, grad, grad_lse], {"logits": logits} if "@logits" in like else {}


def answers(call: Any, given: list[Tensor], inputs: dict[str, Any], has_lse: bool = True) -> list[Tensor]:
    """out; the gradients of query, without its part along the great number, of key and of value."""
    *leaves, grad, grad_lse = given
    leaves = [x.clone().requires_grad_() for x in leaves]
    found = call(*leaves, **{"scale": SCALE, **inputs}, **({"return_lse": True} if has_lse else {}))
    out, *lse = found if has_lse else (found,)
    flows = [grad.to(out.dtype), *(grad_lse.to(x.dtype) for x in lse)]
    dq, dk, dv = torch.autograd.grad((out, *lse), leaves, flows)
    return [x.detach().double() for x in (out, dq[..., 1:], dk, dv)]


def errors(found: list[Tensor], truth: list[Tensor]) -> list[float]:
    return [float((x - y).norm() / y.norm()) for x, y in zip(found, truth, strict=True)]


def made(name: str, folder: Path, backend: str = "torch", ring: str = "") -> ModuleType:
    return build(f"pattern great {{\n    {PATTERNS[name]}\n    {ring}\n}}\n", folder, backend)[0]


@pytest.mark.parametrize("name", PATTERNS)
def test_weights_keep_their_digits(name: str, tmp_path: Path) -> None:
    """Outputs were off by 1e-4 where branches or parts merge, gradients by 3e-4 everywhere, at 1e5 ten times that."""
    module = made(name, tmp_path)
    reference = reference_of(module)
    for size in SIZES:
        given, inputs = tensors(size, PATTERNS[name])
        has_lse = name != "mean"
        truth = answers(reference.reference, given, inputs, has_lse)
        # ALiBi's slopes are added to scores of 1e4 in float32.
        most = 2e-6 if name != "sloped" else 2.0**-24 * abs(size)
        assert max(errors(answers(module.attention, given, inputs, has_lse), truth)) < most
        for first in (N - 1, N - 5):  # a decoding step and a chunk
            rows = given[0][:, :, first:]
            out = module.attention(rows, *given[1:3], scale=SCALE, q_offset=first, **inputs)
            assert errors([out.double()], [truth[0][:, :, first:]])[0] < most


@pytest.mark.long
@pytest.mark.interpreter
@pytest.mark.parametrize("name", ["segments", "detached"])
def test_kernels_merge_by_more_than_a_float32(name: str, tmp_path: Path) -> None:
    """Outputs of merged parts were off by 2e-5. Weights in gradients are exp(S - lse) of an lse in float32."""
    module = made(name, tmp_path, "triton")
    reference = reference_of(module)
    given, _ = tensors(1e4)
    inputs = {"scale": KERNEL_SCALE}
    truth = answers(reference.reference, given, inputs)
    out, *grads = errors(answers(module.attention, given, inputs), truth)
    assert out < 2e-6
    assert max(grads) < 2.0**-24 * 1e4
    step = module.attention(given[0][:, :, -1:], *given[1:3], q_offset=N - 1, **inputs)
    assert errors([step.double()], [truth[0][:, :, -1:]])[0] < 2e-6


@pytest.mark.parametrize("ring", ["ring(ranks=3)", "ring(ranks=2, layout=striped, transport=ulysses)"])
@pytest.mark.parametrize("name", ["branches", "detached", "sink"])
def test_hops_of_a_ring_keep_the_digits(name: str, ring: str, tmp_path: Path) -> None:
    """Ranks merged what hops found by an lse in float32, and gradients began with it."""
    module = made(name, tmp_path, ring=ring)
    given, inputs = tensors(1e4, PATTERNS[name])
    truth = answers(reference_of(module).reference, given, inputs)

    def work(ranks: Any) -> list[Tensor]:
        own = [module.shard(x, ranks) for x in given]

        def call(*leaves: Tensor, **named: Any) -> Any:
            return module.ring_attention(*leaves, ranks, **named)

        return [module.unshard(x, ranks) for x in answers(call, own, inputs)]

    for found in on_all_ranks(module, work):
        assert max(errors(found, truth)) < 2e-6


@pytest.mark.parametrize("name", ["segments", "sink"])
def test_caches_of_ranks_keep_the_digits(name: str, tmp_path: Path) -> None:
    module = made(name, tmp_path, ring="ring(ranks=3)")
    (query, key, value, *_), inputs = tensors(1e4, PATTERNS[name])
    truth = reference_of(module).reference(query[:, :, -1:], key, value, scale=SCALE, q_offset=N - 1, **inputs)

    def work(ranks: Any) -> Tensor:
        first, end = ((0, 30), (30, 77), (77, N))[ranks.rank]
        own = (x[:, :, first:end] for x in (key, value))
        place = {"q_offset": N - 1, "k_offset": first}
        found: Tensor = module.ring_decode(query[:, :, -1:], *own, ranks, scale=SCALE, **place, **inputs)
        return found

    for found in on_all_ranks(module, work):
        assert errors([found.double()], [truth])[0] < 2e-6
