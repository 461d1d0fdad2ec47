"""Modules of `within`: packed documents give the answers that each document has alone, in a call of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from torch import Tensor
from triton_cases import small

BATCH, HEADS, KV_HEADS, N, HEAD_DIM, VALUE_DIM = 2, 4, 2, 96, 24, 40
OFFSETS = torch.tensor([[0, 17, 17, 18, 61, 96], [0, 0, 33, 50, 95, 96]])
MASKS = {
    "chunks": "(segment(16) | first(3)) & causal",
    "blocks": "blocks(8, window(1, 0)) | global(2)",
    "ends": "last(5) | blocks(4, last(1)) - window(3)",
    "classes": "segment(12, dilation=2, offset=head) | stride(5) & causal | stride(4, offset=1)",
    "far": "segment(2**33, dilation=3, offset=1) & causal | last(2**40) & window(3)"
    " | when(q * 1000000007 < n * 300000000 and k % 8589934592 % 3 == 1)",
    "conditions": "when(q < n // 2 and k >= n // 2 and (k - n // 2) // 4 <= q // 4) | window(1)",
}


def module_of(mask: str, folder: Path, backend: str) -> ModuleType:
    folder.mkdir(exist_ok=True)
    module, _ = build(f"pattern made {{ input docs: offsets; attend {mask} }}", folder, backend)
    if backend == "triton":
        small(module)
    return module


def answers(call: Callable[..., Any], tensors: list[Tensor], flow: Tensor, **given: Tensor) -> list[Tensor]:
    """Output, lse, and the gradients of query, key and value."""
    own = [x.detach().clone().requires_grad_() for x in tensors]
    out, lse = call(*own, return_lse=True, **given)
    torch.autograd.backward(out, flow)
    return [out.detach(), lse.detach(), *(x.grad for x in own if x.grad is not None)]


def error(found: Tensor, wanted: Tensor) -> float:
    """The relative norm of the difference; rows without keys, whose lse is -inf, must be the same."""
    assert torch.equal(found == -torch.inf, wanted == -torch.inf)
    found, wanted = (x.masked_fill(x == -torch.inf, 0.0).double() for x in (found, wanted))
    return float((found - wanted).norm() / wanted.norm().clamp_min(1e-30))


@pytest.mark.parametrize(
    ("name", "backend"),
    [
        *((name, backend) for name in MASKS for backend in ("torch", "cpp")),
        pytest.param("blocks", "triton", marks=pytest.mark.interpreter),
        *(
            pytest.param(name, "triton", marks=[pytest.mark.interpreter, pytest.mark.long])
            for name in MASKS
            if name != "blocks"
        ),
    ],
)
def test_packed_documents_give_the_answers_of_each_alone(name: str, backend: str, tmp_path: Path) -> None:
    """The oracle of each document is the reference of the mask without documents, in float64."""
    packed = module_of(f"within(@docs, {MASKS[name]})", tmp_path / "packed", backend)
    alone = reference_of(build(f"pattern made {{ attend {MASKS[name]} }}", tmp_path)[0]).reference
    draws = torch.Generator().manual_seed(7)
    sizes = ((HEADS, HEAD_DIM), (KV_HEADS, HEAD_DIM), (KV_HEADS, VALUE_DIM), (HEADS, VALUE_DIM))
    query, key, value, flow = (torch.randn(BATCH, heads, N, size, generator=draws) for heads, size in sizes)
    found = answers(packed.attention, [query, key, value], flow, docs=OFFSETS)
    wanted = [torch.zeros_like(x, dtype=torch.float64) for x in found]
    for entry, offsets in enumerate(OFFSETS.tolist()):
        for start, end in pairwise(offsets):
            if start < end:
                part = [x[entry : entry + 1, :, start:end] for x in (query, key, value, flow)]
                for whole, own in zip(wanted, answers(alone, part[:3], part[3]), strict=True):
                    whole[entry : entry + 1, :, start:end] = own
    for one, truth in zip(found, wanted, strict=True):
        assert error(one, truth) < 2e-6


@pytest.mark.parametrize("backend", ["torch", "cpp"])
def test_parts_of_a_sequence_count_from_the_start_of_documents(backend: str, tmp_path: Path) -> None:
    """Queries from one position on, against keys from another on."""
    module = module_of(f"within(@docs, {MASKS['chunks']}) | within(@docs, last(4))", tmp_path, backend)
    draws = torch.Generator().manual_seed(8)
    query, key, value = (torch.randn(BATCH, HEADS, N, HEAD_DIM, generator=draws) for _ in range(3))
    whole = module.attention(query, key, value, docs=OFFSETS)
    part = module.attention(query[:, :, 40:77], key, value, docs=OFFSETS, q_offset=40)
    assert error(part, whole[:, :, 40:77]) < 2e-6


def test_what_other_documents_hold_never_comes_in(tmp_path: Path) -> None:
    """A chunk that a document ends early does not read the next document."""
    for backend in ("torch", "cpp"):
        module = module_of("within(@docs, segment(16) | blocks(8, last(1)))", tmp_path / backend, backend)
        draws = torch.Generator().manual_seed(9)
        query, key, value = (torch.randn(1, HEADS, N, HEAD_DIM, generator=draws) for _ in range(3))
        for tensor in (key, value):
            tensor[:, :, 18:61] = torch.nan
        out = module.attention(query, key, value, docs=OFFSETS[0])
        assert out[:, :, :18].isfinite().all()
        assert out[:, :, 61:].isfinite().all()
