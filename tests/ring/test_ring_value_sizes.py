"""Rings whose values have another head size than keys: of the tensors that travel, and of what comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import build, reference_of
from rings import BATCH, HEADS, KV_HEADS, N, answers, error, numbers
from simulated_ranks import on_all_ranks
from torch import Tensor

BODY = """input docs: offsets
    input sinks: table(heads)
    attend document(@docs) & window(30, 3) - window(1)
    score sink(@sinks)"""
SEVERAL = """attend segment(16)
    attend segment(32, dilation=2, offset=head)
    combine lse(detach)"""
RINGS = (
    "ring(ranks=1)",
    "ring(ranks=2, layout=striped, transport=ulysses)",
    "ring(ranks=4, layout=contiguous, transport=ulysses, nodes=2)",
    "ring(ranks=3)",
    "ring(ranks=4, layout=balanced, transport=alltoall)",
    "ring(ranks=4, layout=zigzag, transport=p2p, nodes=2)",
    "ring(ranks=5, transport=allgather)",
)
DIMS = (24, 16), (8, 40)


def inputs() -> dict[str, Any]:
    return {"docs": torch.tensor([0, 31, 31, 70, N]), "sinks": torch.linspace(-1.0, 2.0, HEADS)}


@pytest.mark.parametrize("dims", DIMS)
@pytest.mark.parametrize("ring", RINGS)
def test_ranks_give_the_answer_of_one_device(ring: str, dims: tuple[int, int], tmp_path: Path) -> None:
    hold(BODY, ring, dims, inputs(), tmp_path)


@pytest.mark.parametrize("ring", RINGS[1:3])
def test_several_softmaxes(ring: str, tmp_path: Path) -> None:
    hold(SEVERAL, ring, DIMS[1], {}, tmp_path)


def hold(body: str, ring: str, dims: tuple[int, int], given: dict[str, Any], folder: Path) -> None:
    module = build(f"pattern made {{\n    {body}\n    {ring}\n}}\n", folder, "torch")[0]
    torch.manual_seed(1)
    key_dim, value_dim = dims
    sizes = (HEADS, key_dim), (KV_HEADS, key_dim), (KV_HEADS, value_dim)
    tensors = [numbers(BATCH, heads, N, size) for heads, size in sizes]
    flows = numbers(BATCH, HEADS, N, value_dim), numbers(BATCH, HEADS, N)
    more = {"docs": given["docs"]} if "balanced" in ring else {}
    tables = {name: x for name, x in given.items() if x.is_floating_point()}
    others = {name: x for name, x in given.items() if name not in tables}

    def work(ranks: Any) -> list[Tensor]:
        def own(x: Tensor) -> Tensor:
            found: Tensor = module.shard(x, ranks, **more)
            return found

        def call(*leaves: Tensor, **learned: Tensor) -> Any:
            return module.ring_attention(*leaves, ranks, **others, **learned, return_lse=True)

        found = answers(call, [own(x) for x in tensors], tables, (own(flows[0]), own(flows[1])))
        return [module.unshard(x, ranks, **more) if x.dim() > 1 else x for x in found]

    def whole(*leaves: Tensor, **learned: Tensor) -> Any:
        return reference_of(module).reference(*leaves, **others, **learned, return_lse=True)

    wanted = answers(whole, tensors, tables, flows)
    for found in on_all_ranks(module, work):
        assert [x.shape for x in found] == [x.shape for x in wanted]
        assert max(map(error, found, wanted)) < 2e-6, list(map(error, found, wanted))


def test_a_loss_of_lse_alone(tmp_path: Path) -> None:
    """The gradient of out is then made, as long as values."""
    module = build("pattern made { attend causal; ring(ranks=2) }", tmp_path, "torch")[0]
    torch.manual_seed(3)
    tensors = [numbers(1, HEADS, 12, size) for size in (24, 24, 16)]

    def grads(call: Any, leaves: list[Tensor]) -> list[Tensor]:
        leaves = [x.clone().requires_grad_() for x in leaves]
        _, lse = call(*leaves)
        return [*torch.autograd.grad(lse.sum(), leaves, allow_unused=True, materialize_grads=True)]

    def work(ranks: Any) -> list[Tensor]:
        def call(*leaves: Tensor) -> Any:
            return module.ring_attention(*leaves, ranks, return_lse=True)

        return grads(call, [module.shard(x, ranks) for x in tensors])

    wanted = grads(lambda *leaves: module.attention(*leaves, return_lse=True), tensors)
    found = [torch.cat(parts, 2) for parts in zip(*on_all_ranks(module, work), strict=True)]
    assert max(map(error, found[:2], wanted[:2])) < 2e-6
    assert not found[2].any()


@pytest.mark.parametrize("dims", DIMS)
def test_a_cache_that_ranks_share(dims: tuple[int, int], tmp_path: Path) -> None:
    module = build(f"pattern made {{\n    {BODY}\n    ring(ranks=3)\n}}\n", tmp_path, "torch")[0]
    torch.manual_seed(2)
    query = numbers(BATCH, HEADS, 2, dims[0])
    key, value = (numbers(BATCH, KV_HEADS, N, size) for size in dims)
    wanted = reference_of(module).reference(query, key, value, q_offset=N - 2, **inputs())
    parts = [range(30), range(30, 30), range(30, N)]  # one rank has nothing

    def work(ranks: Any) -> Tensor:
        own = parts[ranks.rank]
        held = (x[:, :, own.start : own.stop] for x in (key, value))
        found: Tensor = module.ring_decode(query, *held, ranks, q_offset=N - 2, k_offset=own.start, **inputs())
        return found

    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


def test_a_plan_counts_the_bytes_of_both(tmp_path: Path) -> None:
    module = build("pattern made { attend window(20); ring(ranks=3, transport=p2p) }", tmp_path, "torch")[0]
    plan = module.plan(N, 1, heads=HEADS, kv_heads=KV_HEADS)
    shown = plan.describe(24, 2, 16)
    assert f"receives {plan.received * (24 + 16) * 2:,} bytes forward, with rows of 24 numbers, of values 16" in shown
