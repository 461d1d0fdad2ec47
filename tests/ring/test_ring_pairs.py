"""Numbers of pairs of the rows that ranks have, against one device: each rank has those of its queries and all keys."""

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
    "heads": "input pairs: pairs(heads); attend window(30, 9); attend segment(20, dilation=2, offset=head) & causal; "
    "combine lse; score bias(@pairs); score softcap(5.0)",
    "shared": "input pairs: pairs; attend causal; score bias(@pairs)",
    "tables": "input pairs: pairs(heads); input sinks: table(heads); input near: table(heads); attend causal; "
    "score alibi(@near); score bias(@pairs); score sink(@sinks)",
    "gates": "input pairs: pairs; input a: gate; attend causal - window(3); score bias(@pairs); combine gate(@a)",
    "lists": "input pairs: pairs(heads); input picks: selection(shared); attend selected(@picks) & causal | window(2); "
    "score bias(@pairs)",
    "documents": "input offsets: offsets; input pairs: pairs; attend document(@offsets) & causal; score bias(@pairs)",
}
SHAPES = {"heads": (1, HEADS), "shared": (BATCH, 1), "tables": (BATCH, HEADS), "lists": (1, 1)}
"""The batch entries and the heads that have numbers of their own; where nothing is said, one of each."""
DRAWS = torch.Generator().manual_seed(5)
PICKS = torch.randint(-1, N, (BATCH, 1, N, 6), generator=DRAWS)
OFFSETS = torch.tensor([0, 11, 50, 51, N])
RINGS = (
    ("heads", "ring(ranks=1)"),
    ("heads", "ring(ranks=3, layout=zigzag)"),
    ("heads", "ring(ranks=4, nodes=2)"),
    ("shared", "ring(ranks=2, layout=zigzag)"),
    ("shared", "ring(ranks=5, transport=allgather)"),
    ("tables", "ring(ranks=4, transport=alltoall, nodes=2)"),
    ("gates", "ring(ranks=3)"),
    ("lists", "ring(ranks=3, layout=zigzag)"),
    ("documents", "ring(ranks=3, layout=balanced)"),
)
COMPILED = ("shared", "ring(ranks=2, layout=zigzag)")  # in every run: a C++ module of each takes long


@pytest.mark.parametrize(
    ("name", "ring", "backend"),
    [
        pytest.param(*one, backend, marks=[pytest.mark.long] * (backend == "cpp" and one != COMPILED))
        for one in RINGS
        for backend in ("torch", "cpp")
    ],
)
def test_ranks_give_the_answer_of_one_device(name: str, ring: str, backend: str, tmp_path: Path) -> None:
    module = made(BODIES[name], ring, tmp_path, backend)
    tensors, others = operands(name)
    flow = numbers(BATCH, HEADS, N, VALUE_DIM)
    inputs = {"offsets": OFFSETS} if name == "documents" else {}

    def work(ranks: Any) -> list[Tensor]:
        rows = {one: x if one in ("sinks", "near") else module.shard(x, ranks, **inputs) for one, x in tensors.items()}
        held = {one: x if one == "offsets" else module.shard(x, ranks) for one, x in others.items()}
        call = lambda query, key, value, **some: module.ring_attention(query, key, value, ranks, **some)  # noqa: E731
        found = answers(call, rows, held, module.shard(flow, ranks, **inputs))
        names = ["out", *tensors]
        return [
            x if one in ("sinks", "near") else module.unshard(x, ranks, **inputs)
            for one, x in zip(names, found, strict=True)
        ]

    wanted = answers(reference_of(module).reference, tensors, others, flow)
    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6


def test_numbers_that_heads_and_entries_share_in_memory(tmp_path: Path) -> None:
    """What is expanded is not copied, and its gradient is one for all; -inf excludes keys of other ranks."""
    module = made(BODIES["heads"], "ring(ranks=3, layout=zigzag)", tmp_path)
    shapes = shapes_of_gradients(module)
    tensors, _ = operands("heads")
    own = 2 * numbers(N, N)
    own[:, 3:40:5] = -torch.inf
    own[70] = -torch.inf  # a row without keys
    flow = numbers(BATCH, HEADS, N, VALUE_DIM)

    def gradients(call: Any, own: Tensor, flow: Tensor, *rows: Tensor) -> list[Tensor]:
        leaf = own.detach().requires_grad_()
        out = call(*rows, pairs=leaf.expand(BATCH, HEADS, -1, -1))
        return [out.detach(), *torch.autograd.grad(out, leaf, flow.to(out.dtype))]

    def work(ranks: Any) -> list[Tensor]:
        rows = [module.shard(x, ranks) for x in (flow, *list(tensors.values())[:3])]
        call = lambda *given, pairs: module.ring_attention(*given, ranks, pairs=pairs)  # noqa: E731
        out, grad = gradients(call, module.shard(own, ranks, dim=0), *rows)
        return [module.unshard(out, ranks), module.unshard(grad, ranks, dim=0)]

    wanted = gradients(reference_of(module).reference, own, flow, *list(tensors.values())[:3])
    for found in on_all_ranks(module, work):
        assert max(map(error, found, wanted)) < 2e-6
        assert not found[0][:, :, 70].any()
    assert {shape[:2] for shape in shapes} == {(1, 1)}


def test_no_gradient_of_pairs_is_made_where_none_is_asked_for(tmp_path: Path) -> None:
    module = made(BODIES["shared"], "ring(ranks=2)", tmp_path)
    tensors, _ = operands("shared")
    shapes = shapes_of_gradients(module)

    def work(ranks: Any) -> list[Tensor]:
        query, key, value, pairs = (module.shard(x, ranks) for x in tensors.values())
        leaves = [x.requires_grad_() for x in (query, key, value)]
        out = module.ring_attention(*leaves, ranks, pairs=pairs)
        return list(torch.autograd.grad(out.sum(), leaves))

    assert all(torch.isfinite(x).all() for found in on_all_ranks(module, work) for x in found)
    assert set(shapes) == {(0,)}


def test_pairs_that_were_changed_have_no_gradients(tmp_path: Path) -> None:
    module = made(BODIES["shared"], "ring(ranks=1)", tmp_path)
    tensors, _ = operands("shared")

    def work(ranks: Any) -> str:
        query, key, value, pairs = tensors["query"].clone().requires_grad_(), *list(tensors.values())[1:]
        out = module.ring_attention(query, key, value, ranks, pairs=pairs)
        pairs.mul_(0)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            out.sum().backward()
        return "refused"

    assert on_all_ranks(module, work) == ["refused"]


def test_ranks_ask_for_the_same_gradients(tmp_path: Path) -> None:
    module = made(BODIES["shared"], "ring(ranks=2)", tmp_path)
    tensors, _ = operands("shared")

    def work(ranks: Any) -> str:
        query, key, value, pairs = (module.shard(x, ranks) for x in tensors.values())
        try:
            module.ring_attention(query, key, value, ranks, pairs=pairs.requires_grad_(ranks.rank == 0))
        except RuntimeError as error:
            return str(error)
        return ""

    for told in on_all_ranks(module, work):
        assert "pairs is torch.float32 on rank 1 and torch.float32 with gradient on rank 0" in told


def test_a_cache_that_ranks_share_has_the_pairs_of_its_keys(tmp_path: Path) -> None:
    module = made(BODIES["shared"], "ring(ranks=3)", tmp_path)
    tensors, _ = operands("shared")
    rows = {one: x[:, :, -2:] if one in ("query", "pairs") else x for one, x in tensors.items()}
    held = [[range(17)], [range(60, N), range(17, 30)], [range(30, 60)]]

    def work(ranks: Any) -> Tensor:
        places = torch.cat([torch.arange(run.start, run.stop) for run in held[ranks.rank]])
        keys = rows["key"][:, :, places], rows["value"][:, :, places]
        pairs = rows["pairs"][..., places]
        found: Tensor = module.ring_decode(
            rows["query"], *keys, ranks, q_offset=N - 2, k_offset=held[ranks.rank], pairs=pairs
        )
        return found

    wanted = reference_of(module).reference(**rows, q_offset=N - 2, seq_len=N)
    for found in on_all_ranks(module, work):
        assert error(found, wanted) < 2e-6


@pytest.mark.parametrize("wrong", ["columns", "dtype"])
def test_a_rank_tells_of_wrong_pairs(wrong: str, tmp_path: Path) -> None:
    module = made(BODIES["shared"], "ring(ranks=2)", tmp_path)
    tensors, _ = operands("shared")

    def work(ranks: Any) -> str:
        query, key, value, pairs = (module.shard(x, ranks) for x in tensors.values())
        if ranks.rank:
            pairs = pairs[..., : N // 2] if wrong == "columns" else pairs.bfloat16()
        try:
            module.ring_attention(query, key, value, ranks, pairs=pairs)
        except (ValueError, RuntimeError) as error:
            return f"{type(error).__name__}: {error}"
        return ""

    other, own = on_all_ranks(module, work)
    if wrong == "columns":
        assert "RingError: rank 1 " in other
        assert f"ValueError: pairs has shape (2, 1, {N // 2}, {N // 2}), must be [1 or 2, 1, {N // 2}, {N}]" in own
    else:
        assert all(text.startswith("RingError: pairs is ") and "must be the same" in text for text in (other, own))


def shapes_of_gradients(module: Any) -> list[tuple[int, ...]]:
    """A list to which the shape of each gradient of numbers of pairs is added from now on."""
    backward, shapes = module._KERNELS.backward, list[tuple[int, ...]]()

    def watched(*given: Any) -> Any:
        found = backward(*given)
        shapes.append(tuple(found[-1].shape))
        return found

    module._KERNELS = module._KERNELS._replace(backward=watched)
    return shapes


def operands(name: str) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """Query, key, value and what else has gradients, in the order of arguments; and the other inputs."""
    heads = {"query": (HEADS, HEAD_DIM), "key": (KV_HEADS, HEAD_DIM), "value": (KV_HEADS, VALUE_DIM)}
    found = {one: numbers(BATCH, some, N, dim) for one, (some, dim) in heads.items()}
    learned = {
        "pairs": 2 * numbers(*SHAPES.get(name, (1, 1)), N, N),
        "sinks": numbers(HEADS),
        "near": numbers(HEADS) / 32,
        "a": numbers(BATCH, HEADS, N),
    }
    others = {"picks": PICKS, "offsets": OFFSETS}
    declared = [one for one in (*learned, *others) if f"input {one}:" in BODIES[name]]
    return (
        found | {one: learned[one] for one in declared if one in learned},
        {one: others[one] for one in declared if one in others},
    )


def answers(call: Any, tensors: dict[str, Tensor], others: dict[str, Tensor], flow: Tensor) -> list[Tensor]:
    """Out, and the gradients of all tensors."""
    leaves = {one: x.detach().requires_grad_() for one, x in tensors.items()}
    out = call(leaves["query"], leaves["key"], leaves["value"], **dict(list(leaves.items())[3:]), **others)
    return [out.detach(), *torch.autograd.grad(out, list(leaves.values()), flow.to(out.dtype))]
