"""Ranks of a ring: numbers of `rows` move with queries and those of `columns` with keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from rings import BATCH, HEAD_DIM, HEADS, KV_HEADS, N, answers, error, numbers
from simulated_ranks import on_all_ranks
from torch import Tensor

from patternc.diagnostics import Rejected

BODY = """input lo: positions
    input at: positions
    input docs: offsets
    attend rows(@lo, n) & causal & document(@docs) | columns(0, @at) & window(9) - rows(@at, n)"""
RINGS = (
    "ring(ranks=1)",
    "ring(ranks=2, layout=striped, transport=ulysses)",
    "ring(ranks=3)",
    "ring(ranks=4, layout=balanced, transport=alltoall)",
    "ring(ranks=4, layout=zigzag, transport=p2p, nodes=2)",
    "ring(ranks=5, transport=allgather)",
)


def given() -> dict[str, Any]:
    """Numbers of each query for each batch entry, and of each query and key for all."""
    generator = torch.Generator().manual_seed(4)
    lo = torch.randint(-3, N, (BATCH, N), generator=generator).int()
    at = (torch.randint(0, N + 9, (N,), generator=generator), torch.randint(0, N + 9, (BATCH, N), generator=generator))
    return {"lo": lo, "at": at, "docs": torch.tensor([0, 31, 31, 70, N])}


@pytest.mark.parametrize("ring", RINGS)
def test_ranks_give_the_answer_of_one_device(ring: str, tmp_path: Path) -> None:
    module = build(f"pattern made {{\n    {BODY}\n    {ring}\n}}\n", tmp_path, "torch")[0]
    torch.manual_seed(1)
    tensors = [numbers(BATCH, heads, N, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    flows = numbers(BATCH, HEADS, N, HEAD_DIM), numbers(BATCH, HEADS, N)
    inputs = given()
    more = {"docs": inputs["docs"]} if "balanced" in ring else {}

    def work(ranks: Any) -> list[Tensor]:
        def own(x: Tensor, dim: int = 2) -> Tensor:
            found: Tensor = module.shard(x, ranks, dim, **more)
            return found

        of_rank = {"lo": own(inputs["lo"], -1), "at": tuple(own(x, -1) for x in inputs["at"]), "docs": inputs["docs"]}

        def call(*leaves: Tensor) -> Any:
            return module.ring_attention(*leaves, ranks, **of_rank, return_lse=True)

        found = answers(call, [own(x) for x in tensors], {}, (own(flows[0]), own(flows[1])))
        return [module.unshard(x, ranks, **more) for x in found]

    def whole(*leaves: Tensor) -> Any:
        return reference_of(module).reference(*leaves, **inputs, return_lse=True)

    wanted = answers(whole, tensors, {}, flows)
    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6, list(map(error, found, wanted))


def test_a_cache_that_ranks_share_has_the_numbers_of_its_keys(tmp_path: Path) -> None:
    module = build(f"pattern made {{\n    {BODY}\n    ring(ranks=3)\n}}\n", tmp_path, "torch")[0]
    torch.manual_seed(2)
    query, key, value = numbers(BATCH, HEADS, 2, HEAD_DIM), *(numbers(BATCH, KV_HEADS, N, HEAD_DIM) for _ in range(2))
    inputs = given()
    rows, (of_queries, of_keys) = slice(N - 2, N), inputs["at"]
    here = {"lo": inputs["lo"][:, rows], "docs": inputs["docs"]}
    wanted = reference_of(module).reference(query, key, value, q_offset=N - 2, **here, at=(of_queries[rows], of_keys))
    parts = [range(30), range(30, 30), range(30, N)]  # one rank has nothing

    def work(ranks: Any) -> Tensor:
        own = parts[ranks.rank]
        held = (x[:, :, own.start : own.stop] for x in (key, value))
        at = of_queries[rows], of_keys[:, own.start : own.stop]
        found: Tensor = module.ring_decode(query, *held, ranks, q_offset=N - 2, k_offset=own.start, **here, at=at)
        return found

    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


def test_numbers_of_blocks_are_refused(tmp_path: Path) -> None:
    body = "input lo: positions; attend blocks(8, rows(@lo, n)); ring(ranks=2)"
    with pytest.raises(Rejected, match="`@lo` has a number for each block of 8, and ranks of a ring share positions"):
        build(f"pattern made {{ {body} }}", tmp_path, "torch")
