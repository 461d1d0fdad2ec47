"""Gates of the rows that ranks have, against one device: branches come back apart, and gates mix them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from built import reference_of
from rings import BATCH, HEAD_DIM, HEADS, KV_HEADS, N, error, made, numbers
from simulated_ranks import on_all_ranks
from torch import Tensor

VALUE_DIM = HEAD_DIM + 8
BODIES = {
    "two": "attend window(9, 0); attend segment(20, dilation=2, offset=head) & causal; combine gate(@b, @a)",
    "one": "attend blocks(8, random(2, seed=3)); combine gate(@a)",
    "heads": "heads 0..1 { attend causal; attend first(3) }; heads 1.. { attend window(5); attend stride(3) }; "
    "combine gate(@a, @b)",
    "lists": "input picks: selection(shared); attend selected(@picks) & causal; attend window(7, 0); "
    "combine gate(@a, @b)",
}
DRAWS = torch.Generator().manual_seed(5)
PICKS = torch.randint(-1, N, (BATCH, 1, N, 6), generator=DRAWS)


@pytest.mark.parametrize(
    ("name", "ring"),
    [
        ("two", "ring(ranks=1)"),
        ("two", "ring(ranks=2, layout=striped, transport=ulysses)"),
        ("two", "ring(ranks=3, layout=zigzag)"),
        ("one", "ring(ranks=4, layout=striped)"),
        ("one", "ring(ranks=4, transport=alltoall, nodes=2)"),
        ("heads", "ring(ranks=5, transport=allgather)"),
        ("heads", "ring(ranks=4, transport=ulysses, nodes=2)"),
        ("lists", "ring(ranks=3)"),
        ("lists", "ring(ranks=2, layout=zigzag, transport=ulysses)"),
    ],
)
def test_ranks_give_the_answer_of_one_device(name: str, ring: str, tmp_path: Path) -> None:
    module = made(with_gates(name), ring, tmp_path)
    tensors = operands(name)
    flow = numbers(BATCH, HEADS, N, VALUE_DIM)
    lists = {"picks": PICKS} if name == "lists" else {}

    def work(ranks: Any) -> list[Tensor]:
        own = {one: module.shard(x, ranks) for one, x in tensors.items()}
        held = {one: module.shard(x, ranks) for one, x in lists.items()}
        call = lambda query, key, value, **some: module.ring_attention(query, key, value, ranks, **some)  # noqa: E731
        return [module.unshard(x, ranks) for x in answers(call, own, held, module.shard(flow, ranks))]

    wanted = answers(reference_of(module).reference, tensors, lists, flow)
    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6


def test_a_cache_that_ranks_share_is_gated(tmp_path: Path) -> None:
    module = made(with_gates("two"), "ring(ranks=3)", tmp_path)
    tensors = operands("two")
    rows = {one: x[:, :, -2:] if one in ("query", "a", "b") else x for one, x in tensors.items()}
    ends = 0, 17, 60, N

    def work(ranks: Any) -> Tensor:
        run = slice(ends[ranks.rank], ends[ranks.rank + 1])
        keys = rows["key"][:, :, run], rows["value"][:, :, run]
        gates = {one: rows[one].clone().requires_grad_() for one in ("a", "b")}
        found: Tensor = module.ring_decode(rows["query"], *keys, ranks, q_offset=N - 2, k_offset=run.start, **gates)
        assert not found.requires_grad
        return found

    wanted = reference_of(module).reference(**rows, q_offset=N - 2, seq_len=N)
    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


def test_ranks_that_share_a_cache_have_the_same_gates(tmp_path: Path) -> None:
    module = made(with_gates("one"), "ring(ranks=2)", tmp_path)
    tensors = operands("one")
    query, gate = (tensors[one][:, :, -1:] for one in ("query", "a"))

    def work(ranks: Any) -> str:
        run = slice(ranks.rank * 50, N if ranks.rank else 50)
        keys = tensors["key"][:, :, run], tensors["value"][:, :, run]
        try:
            module.ring_decode(query, *keys, ranks, q_offset=N - 1, k_offset=run.start, a=gate + ranks.rank)
        except RuntimeError as error:
            return str(error)
        return ""

    for told in on_all_ranks(module, work):
        assert told.startswith("a is ")
        assert told.endswith("must be the same")


def test_a_rank_tells_of_a_wrong_gate(tmp_path: Path) -> None:
    module = made(with_gates("one"), "ring(ranks=2)", tmp_path)
    tensors = operands("one")

    def work(ranks: Any) -> str:
        own = {one: module.shard(x, ranks) for one, x in tensors.items()}
        if ranks.rank:
            own["a"] = tensors["a"]
        query, key, value, gate = own.values()
        try:
            module.ring_attention(query, key, value, ranks, a=gate)
        except (ValueError, RuntimeError) as error:
            return f"{type(error).__name__}: {error}"
        return ""

    other, own = on_all_ranks(module, work)
    assert "RingError: rank 1 " in other
    assert "ValueError: a has shape" in own


def with_gates(name: str) -> str:
    return f"{''.join(f'input {one}: gate; ' for one in 'ab' if f'@{one}' in BODIES[name])}{BODIES[name]}"


def operands(name: str) -> dict[str, Tensor]:
    """Query, key, value and gates: one for each row, and one for each number of it."""
    heads = {"query": (HEADS, HEAD_DIM), "key": (KV_HEADS, HEAD_DIM), "value": (KV_HEADS, VALUE_DIM)}
    found = {one: numbers(BATCH, some, N, dim) for one, (some, dim) in heads.items()}
    gates = {"a": numbers(BATCH, HEADS, N), "b": numbers(BATCH, HEADS, N, VALUE_DIM)}
    return found | {one: x for one, x in gates.items() if f"@{one}" in BODIES[name]}


def answers(call: Any, tensors: dict[str, Tensor], lists: dict[str, Tensor], flow: Tensor) -> list[Tensor]:
    """Out, and the gradients of all tensors."""
    leaves = {one: x.detach().requires_grad_() for one, x in tensors.items()}
    out = call(leaves["query"], leaves["key"], leaves["value"], **dict(list(leaves.items())[3:]), **lists)
    return [out.detach(), *torch.autograd.grad(out, list(leaves.values()), flow.to(out.dtype))]
