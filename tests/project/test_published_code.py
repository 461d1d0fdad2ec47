"""Presets that name a library's code compute what that code computes, step by step as it does it."""

from __future__ import annotations

from types import ModuleType

import pytest
import torch
from built import build_source
from conftest import ROOT
from torch import Tensor

from patternc.source import Source

LENGTHS, DILATIONS = (16, 32, 64), (1, 2, 4)


def longnet_official(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
    """Segments are cut out and thinned, attended to, written back, and mixed by weights that pass no gradient."""
    heads, n = query.shape[1:3]
    outs, lses = [], []
    for length, dilation in zip(LENGTHS, DILATIONS, strict=True):
        together = -(-heads // dilation)  # heads that take the same offset
        out, lse = torch.zeros_like(query), torch.full(query.shape[:3], -torch.inf, dtype=query.dtype)
        for head in range(heads):
            for start in range(0, n, length):
                kept = torch.arange(start, min(start + length, n))[head // together :: dilation]
                q, k, v = (x[:, head, kept] for x in (query, key, value))
                scores = (q @ k.mT * query.shape[3] ** -0.5).masked_fill(kept[None] > kept[:, None], -torch.inf)
                out[:, head, kept], lse[:, head, kept] = scores.softmax(-1) @ v, scores.logsumexp(-1)
        outs.append(out)
        lses.append(lse)
    weights = torch.stack(lses).detach().softmax(0)
    return torch.einsum("wbhn,wbhnd->bhnd", weights, torch.stack(outs))


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    text = (ROOT / "patternc" / "presets" / "longnet-official.pat").read_text()
    values = {"w": str(list(LENGTHS)), "r": str(list(DILATIONS))}
    return build_source(Source("longnet-official.pat", text), tmp_path_factory.mktemp("official"), "torch", values)[0]


@pytest.mark.parametrize("heads", [3, 4, 8])
@pytest.mark.parametrize("n", [5, 50, 64, 131])
def test_longnet_official(heads: int, n: int, module: ModuleType) -> None:
    drawn = [torch.randn(2, heads, n, 16, generator=torch.Generator().manual_seed(seed)) for seed in range(4)]
    found, meant = ([x.to(dtype).requires_grad_() for x in drawn[:3]] for dtype in (torch.float32, torch.float64))
    outs = module.attention(*found), longnet_official(*meant)
    grads = torch.autograd.grad(outs[0], found, drawn[3]), torch.autograd.grad(outs[1], meant, drawn[3].double())
    for ours, theirs in zip((outs[0], *grads[0]), (outs[1], *grads[1]), strict=True):
        assert (ours - theirs).norm() <= 2e-6 * theirs.norm()
