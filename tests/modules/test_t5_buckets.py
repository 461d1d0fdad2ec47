"""The relative position buckets of T5 as a table of distances, against its formula (arXiv 1910.10683)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build
from dense_scores import dense, errors, gradients
from torch import Tensor

BUCKETS, FARTHEST, HEADS, N = 32, 128, 4, 300


def bucket(distance: Tensor, *, bidirectional: bool) -> Tensor:
    """The bucket of key minus query position: half of them exact, half logarithmic up to `FARTHEST`."""
    count, first = BUCKETS, torch.zeros_like(distance)
    if bidirectional:
        count //= 2
        first, distance = (distance > 0).long() * count, distance.abs()
    else:
        distance = (-distance).clamp(min=0)
    exact = count // 2
    share = (distance.clamp(min=1).double() / exact).log() / math.log(FARTHEST / exact)
    far = (exact + (share * (count - exact)).long()).clamp(max=count - 1)
    return first + torch.where(distance < exact, distance, far)


@pytest.mark.parametrize("bidirectional", [True, False])
def test_a_table_of_distances_holds_t5s_buckets(bidirectional: bool, tmp_path: Path) -> None:
    """All distances beyond `FARTHEST` share a bucket, as the ends of a table do; the embedding gets its gradient."""
    mask = "full" if bidirectional else "causal"
    lines = f"input near: table(heads, 2 * {FARTHEST} + 1)", f"attend {mask}", "score scale(1.0)", "score bias(@near)"
    module, _ = build("pattern t5 {\n    " + "\n    ".join(lines) + "\n}\n", tmp_path)
    draws = torch.Generator().manual_seed(4)
    given = {name: 0.3 * torch.randn(1, HEADS, N, 16, generator=draws) for name in ("query", "key", "value")}
    given["embedding"] = torch.randn(BUCKETS, HEADS, generator=draws)
    apart = torch.arange(N) - torch.arange(N).unsqueeze(1)

    def call(embedding: Tensor, **leaves: Tensor) -> Any:
        distances = torch.arange(-FARTHEST, FARTHEST + 1)
        table = embedding[bucket(distances, bidirectional=bidirectional)].t()
        return module.attention(**leaves, near=table, return_lse=True)

    def truth(embedding: Tensor, query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        bias = embedding.double()[bucket(apart, bidirectional=bidirectional)].permute(2, 0, 1)
        seen = torch.ones(N, N, dtype=torch.bool) if bidirectional else apart <= 0
        return dense(query, key, value, seen, 1.0, lambda scores: scores + bias)

    found, wanted = gradients(call, given), gradients(truth, given)
    assert max(errors(found, wanted).values()) < 2e-6, errors(found, wanted)
