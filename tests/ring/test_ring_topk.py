"""`topk` over ranks: every rank chooses the blocks that one device chooses, to the bit, and fetches them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from built import build, reference_of
from planted_faults import planted
from rings import answers, error
from simulated_ranks import Network, on_all_ranks
from torch import Tensor

HEADS, KV_HEADS, HEAD_DIM, BATCH, N, BLOCK = 4, 2, 16, 2, 101, 8
DOCUMENTS = torch.tensor([[0, 10, 11, 40, 80, N], [0, 3, 50, 50, N, N]])
LENGTHS = torch.tensor([90, 70])
BODIES = {
    "adaptive": "attend blocks(8, topk(2) | window(1))",
    "causal": "attend blocks(8, topk(2) | window(1, 0))\n    where causal",
    "documents": "input documents: offsets\n    attend blocks(8, topk(2) | window(1)) & document(@documents)",
    "padding": "input lengths: lengths\n    attend blocks(8, topk(3)) & padding(@lengths) & window(60)",
    "some heads": """heads 0..1 { attend window(9) }
    heads 1.. { attend blocks(8, topk(2)) & first(70) | window(3) }""",
    "branches": "attend blocks(8, topk(2))\n    attend segment(32, dilation=2, offset=head)\n    combine mean",
}
RINGS = (
    "ranks=1",
    "ranks=2",
    "ranks=3, layout=zigzag, transport=p2p",
    "ranks=5, transport=alltoall",
    "ranks=4, layout=striped, transport=p2p, nodes=2",
    "ranks=4, layout=zigzag, transport=allgather",
    "ranks=4, layout=zigzag, transport=ulysses, nodes=2",
    "ranks=2, layout=zigzag, transport=ulysses",
    "ranks=4, transport=ulysses",  # heads among two ranks, and keys between two that have the same
    "ranks=8, layout=zigzag, transport=ulysses, nodes=2",
    "ranks=16, layout=zigzag",
    "ranks=6, layout=zigzag, transport=p2p, nodes=3",
)
PAIRS = [("documents", "ranks=3, layout=balanced"), *((name, ring) for name in BODIES for ring in RINGS)]


def made(body: str, ring: str, folder: Path, backend: str = "torch") -> ModuleType:
    return build(f"pattern made {{\n    {body}\n    ring({ring})\n}}\n", folder, backend)[0]


def masks_of(body: str) -> dict[str, Tensor]:
    return {name: x for name, x in (("documents", DOCUMENTS), ("lengths", LENGTHS)) if f"@{name}" in body}


@pytest.mark.parametrize(
    ("name", "ring"),
    [
        pytest.param(*pair, marks=[pytest.mark.slow] if place % 4 > 1 or "16" in pair[1] else [])
        for place, pair in enumerate(PAIRS)
    ],
)
def test_ranks_choose_and_give_what_one_device_does(name: str, ring: str, tmp_path: Path) -> None:
    check(made(BODIES[name], ring, tmp_path), BODIES[name])


def drawn(n: int) -> tuple[list[Tensor], tuple[Tensor, Tensor]]:
    """Query, key and value, and the gradients of out and lse.

    The blocks of keys hold the same rows in different orders: roundings alone decide between them.
    """
    query, value = (torch.randn(BATCH, heads, n, HEAD_DIM) for heads in (HEADS, KV_HEADS))
    rows = torch.randn(BATCH, KV_HEADS, BLOCK, HEAD_DIM)
    key = torch.cat([rows[:, :, torch.randperm(BLOCK)] for _ in range(-(-n // BLOCK))], 2)[:, :, :n]
    return [query, key, value], (torch.randn(BATCH, HEADS, n, HEAD_DIM), torch.randn(BATCH, HEADS, n))


def check(module: ModuleType, body: str, n: int = N) -> None:
    """Compare choices, answers and traffic of all ranks with one device, the reference and the plan."""
    masks, (tensors, flows) = masks_of(body), drawn(n)
    read = {name: x for name, x in masks.items() if name in module.selection.__annotations__}
    whole = module.selection(*tensors[:2], **read)
    has_lse, balance = "mean" not in body, masks if module.LAYOUT == "balanced" else {}

    def called(function: Any, *before: Any, **fixed: Any) -> Any:
        def call(*leaves: Tensor, **inputs: Tensor) -> tuple[Tensor, Tensor]:
            found = function(*leaves, *before, **inputs, **fixed, return_lse=has_lse)
            return found if has_lse else (found, torch.zeros(found.shape[:3]))

        return call

    def work(ranks: Any) -> list[Tensor]:
        own, here = ([module.shard(x, ranks, **balance) for x in some] for some in (tensors, flows))
        found = answers(called(module.ring_attention, ranks), own, masks, (here[0], here[1]))
        return [module.unshard(x, ranks, **balance) for x in found]

    choices, network = recorded(module), Network()
    wanted = answers(called(reference_of(module).reference, selection=whole), tensors, masks, flows)
    results = on_all_ranks(module, work, network)
    plan = module.plan(n, 0, heads=HEADS, kv_heads=KV_HEADS, **masks)
    stages = len(module._stages_of(plan)) if module._transport(plan) == "ulysses" else 1
    assert len(choices) == stages * module.RANKS
    for call in choices:
        agree(call, whole)
    for found in results:
        assert max(map(error, found, wanted)) < 2e-6, list(map(error, found, wanted))
    for rank in range(module.RANKS):
        received = {words: size for (own, words), size in network.received.items() if own == rank}
        hold_traffic(module, rank, received, masks, n)


def recorded(module: ModuleType) -> list[Any]:
    """The calls of all ranks from now on, with what they choose."""
    found: list[Any] = []
    choose = module._KERNELS.choose

    def record(call: Any, query: Tensor, key: Tensor) -> Any:
        found.append(choose(call, query, key))
        return found[-1]

    vars(module)["_KERNELS"] = module._KERNELS._replace(choose=record)
    return found


def agree(call: Any, whole: Tensor) -> None:
    """A rank chooses for its rows and heads what one device does."""
    blocks = [torch.arange(part.start // BLOCK, -(-part.stop // BLOCK)) for part in call.plan.shards[call.plan.rank]]
    first, heads = call.plan.shape.head_offset, call.plan.shape.heads
    assert torch.equal(call.operands[call.kernels.selection], whole[:, first : first + heads, torch.cat(blocks)])


def hold_traffic(module: ModuleType, rank: int, received: dict[str, int], masks: dict[str, Tensor], n: int) -> None:
    """What has arrived at a rank is what the plan says: as much, or at most."""
    plan = module.plan(n, rank, heads=HEADS, kv_heads=KV_HEADS, **masks)
    plan = module._of_heads(plan, rank) if module._transport(plan) == "ulysses" else plan
    both_passes, everything = 2 * 2 * plan.received * BATCH * HEAD_DIM * 4, module.TRANSPORT == "allgather"
    keys = received.get("keys and values", 0)
    assert keys == both_passes if everything else keys <= both_passes
    blocks, kv_heads = sum(map(len, module._blocks_of(plan.shards[plan.rank], BLOCK))), plan.shape.kv_heads
    assert received.get("means of blocks", 0) == BATCH * kv_heads * (-(-n // BLOCK) - blocks) * HEAD_DIM * 4
    asked = blocks * (plan.ranks - 1)
    if plan.relays:  # those of its node say it of the blocks of all ranks with the same place too
        size = plan.ranks // plan.nodes
        every = plan.shards[plan.rank % size :: size]
        asked += (size - 1) * (sum(len(one) for parts in every for one in module._blocks_of(parts, BLOCK)) - blocks)
    assert received.get("chosen blocks", 0) == (0 if everything else kv_heads * asked)


def test_only_chosen_blocks_are_fetched(tmp_path: Path) -> None:
    """One block of every other rank is chosen by all rows: no other key travels."""
    module, network = made("attend blocks(8, topk(4))", "ranks=4, transport=p2p", tmp_path), Network()
    query, key = torch.ones(1, 2, 128, 16), -torch.ones(1, 2, 128, 16)
    key.view(1, 2, 4, 4, 8, 16)[:, :, :, 2] = 1.0  # the third block of each rank

    def work(ranks: Any) -> Tensor:
        own = (module.shard(x, ranks).requires_grad_() for x in (query, key, key))
        out: Any = module.ring_attention(*own, ranks)
        out.sum().backward()
        found: Tensor = out.detach()
        return found

    for out in on_all_ranks(module, work, network):
        assert torch.allclose(out, torch.ones(()), atol=1e-5)
    for rank in range(4):
        assert network.received[rank, "keys and values"] == 2 * 2 * 3 * 8 * 2 * 16 * 4
        assert network.received[rank, "gradients of keys and values"] == 2 * 3 * 8 * 2 * 16 * 4
        assert module.plan(128, rank, heads=2).received == 3 * 32 * 2


FAULTS = {
    "means of another order": (
        "_fill_rows(whole, list(some), receives.get(rank, own))\n",
        "_fill_rows(whole, list(some), receives.get(rank, own).flip(2))\n",
    ),
    "means of another rank": ("in enumerate(blocks):", "in enumerate(blocks[::-1]):"),
    "other blocks are asked for": (
        "chosen[:, 1 + some.start : 1 + some.stop]",
        "chosen[:, some.start : some.stop]",
    ),
    "a chosen block is not fetched": (".diff().nonzero()", ".diff().nonzero()[2:]"),
    "a gradient of a fetched block is dropped": (
        ".copy_(grads[:, piece.heads, piece.place])",
        ".copy_(grads[:, piece.heads, piece.place] * (torch.arange(grads.shape[2])[piece.place] >= 8).unsqueeze(1))",
    ),
    "the ranges of a rank share a choice": ("blocks = slice(rows.start // block, ", "blocks = slice(0, "),
}


@pytest.mark.parametrize("fault", ["none", *FAULTS])
def test_a_fault_is_found(fault: str, tmp_path: Path) -> None:
    body = "attend blocks(8, topk(2) | window(1))"
    module = made(body, "ranks=4, layout=zigzag, transport=p2p", tmp_path)
    if fault in FAULTS:
        wrong = planted(module, *FAULTS[fault])
        with pytest.raises(AssertionError):
            check(wrong, body, 96)
    else:
        check(module, body, 96)


def test_refused_documents_are_an_error_on_every_rank(tmp_path: Path) -> None:
    module = made(BODIES["documents"], "ranks=3", tmp_path)

    def said(ranks: Any, documents: Tensor) -> str:
        rows = module.shard(torch.randn(BATCH, 2, N, 16), ranks)
        with pytest.raises((ValueError, module.RingError)) as caught:
            module.ring_attention(rows, rows, rows, ranks, documents=documents)
        return f"{caught.type.__name__}: {caught.value}"

    short = DOCUMENTS.clamp_max(N - 1)
    alike = on_all_ranks(module, lambda ranks: said(ranks, short))
    assert len(set(alike)) == 1
    assert alike[0].startswith("ValueError: documents")
    apart = on_all_ranks(module, lambda ranks: said(ranks, short if ranks.rank == 1 else DOCUMENTS))
    assert [one.partition(":")[0] for one in apart] == ["RingError", "ValueError", "RingError"]
    other = on_all_ranks(module, lambda ranks: said(ranks, DOCUMENTS.flip(0) if ranks.rank == 1 else DOCUMENTS))
    assert all(one.startswith("RingError: documents is") for one in other)


@pytest.mark.slow
@pytest.mark.interpreter
def test_interpreted_kernels_read_the_choice_of_a_rank(tmp_path: Path) -> None:
    check(made(BODIES["causal"], "ranks=2, layout=zigzag, transport=p2p", tmp_path, "triton"), BODIES["causal"], 45)
