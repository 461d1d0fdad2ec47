"""Labels in conditions against dense attention in float64, which is written here: own masks, softmax and gradients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest
import torch
from built import build, reference_of
from torch import Tensor
from triton_cases import small

HEADS, KV_HEADS, DIM, N = 4, 2, 16, 45
Labels: TypeAlias = dict[str, tuple[Tensor, Tensor]]
"""The labels [B, N] of queries and those of keys, by input."""


@dataclass(frozen=True)
class Case:
    """A pattern; `admits` (head, q, k, labels of queries [N, 1], of keys [1, N]) says what its mask does.

    `sides`: the sides of which a call takes labels, of each input: `q`, `k`, or both as a pair. `block`: positions to a
    label.
    """

    body: str
    sides: dict[str, str]
    admits: Callable[[int, Tensor, Tensor, dict[str, Tensor], dict[str, Tensor]], Tensor]
    block: int = 1


CASES = {
    "documents with holes": Case(
        "input id: labels; attend when(@id[q] == @id[k]) & causal",
        {"id": "qk"},
        lambda _h, q, k, of_q, of_k: (of_q["id"] == of_k["id"]) & (k <= q),
    ),
    "arithmetic": Case(
        "input id: labels; attend when((@id[q] + 1) % 3 == @id[k] % 3 and @id[q] // 2 - @id[k] < 2**40) - window(2)",
        {"id": "qk"},
        lambda _h, q, k, of_q, of_k: (
            ((of_q["id"] + 1) % 3 == of_k["id"] % 3) & (of_q["id"] // 2 - of_k["id"] < 2**40) & ((q - k).abs() > 2)
        ),
    ),
    "labels and positions": Case(
        "input id: labels; attend when(@id[q] < k) & causal | when(@id[q] % 5 * 2 - q == 3)",
        {"id": "q"},
        lambda _h, q, k, of_q, _k: ((of_q["id"] < k) & (k <= q)) | (of_q["id"] % 5 * 2 - q == 3),
    ),
    "global tokens": Case(
        "input set: labels; input own: labels; attend keys(@set) | queries(@own) | window(3)",
        {"set": "k", "own": "q"},
        lambda _h, q, k, of_q, of_k: (of_k["set"] != 0) | (of_q["own"] != 0) | ((q - k).abs() <= 3),
    ),
    "inside blocks": Case(
        "input id: labels; attend blocks(8, !when(@id[q] == @id[k]) & window(2)) & causal",
        {"id": "qk"},
        lambda _h, q, k, of_q, of_k: (of_q["id"] != of_k["id"]) & ((q // 8 - k // 8).abs() <= 2) & (k <= q),
        8,
    ),
    "heads": Case(
        "input id: labels; heads 0..1 { attend when(@id[q] == @id[k]) & segment(16, dilation=2) }; "
        "heads 1..3 { attend causal - when(@id[k] < 0 or h == 2 and @id[q] > 0) }; heads 3.. { attend window(2) }",
        {"id": "qk"},
        lambda h, q, k, of_q, of_k: (
            (of_q["id"] == of_k["id"]) & (q // 16 == k // 16) & (q % 16 % 2 == 0) & (k % 16 % 2 == 0)
            if h == 0
            else (k <= q) & ~((of_k["id"] < 0) | ((of_q["id"] > 0) & (h == 2)))
            if h < 3
            else (q - k).abs() <= 2
        ),
    ),
}
BIG = torch.tensor([-5, 7, 2**40, 2**40 + 1, -(2**61)])
CALLS = {"whole": (0, N, 0, N), "chunk": (17, 40, 3, 43), "step": (N - 1, N, 0, N), "apart": (5, 9, 20, 41)}


def drawn(case: Case, call: tuple[int, int, int, int], dtype: torch.dtype, shared: bool) -> tuple[Labels, Any]:
    """Labels of a whole sequence, and as a call takes them."""
    generator = torch.Generator().manual_seed(len(case.body) + call[0])

    def some() -> Tensor:
        found = torch.randint(-2, 3, (1 if shared else 2, -(-N // case.block)), generator=generator)
        found = BIG[found + 2] if dtype is torch.int64 else found.clamp_min(0) if dtype is torch.bool else found
        return found.to(dtype)

    every, given = {}, {}
    places = [slice(first // case.block, -(-end // case.block)) for first, end in (call[:2], call[2:])]
    for name, sides in case.sides.items():
        every[name] = pair = (some(), some())
        own = tuple(one[:, place][0 if shared else slice(None)] for one, place in zip(pair, places, strict=True))
        given[name] = own if sides == "qk" else own["qk".index(sides)]
    return every, given


def label_at(labels: Tensor, entry: int, at: Tensor) -> Tensor:
    """The labels at some places, of a batch entry or of all."""
    return labels[min(entry, len(labels) - 1)].long()[at]


def dense(case: Case, tensors: list[Tensor], labels: Labels, call: tuple[int, int, int, int]) -> tuple[Tensor, ...]:
    """The output and its lse, in float64."""
    q, k = torch.arange(*call[:2]).unsqueeze(1), torch.arange(*call[2:])
    query, key, value = tensors
    outs, lses = [], []
    for entry in range(query.shape[0]):
        for head in range(HEADS):
            of_q, of_k = (
                {name: label_at(pair[side], entry, at // case.block) for name, pair in labels.items()}
                for side, at in enumerate((q, k))
            )
            admitted = case.admits(head, q, k, of_q, of_k).expand(len(q), len(k))
            own = head * KV_HEADS // HEADS
            scores = query[entry, head] @ key[entry, own].T * DIM**-0.5
            scores = scores.masked_fill(~admitted, -torch.inf)
            lse = scores.logsumexp(1)
            outs.append((scores - lse.clamp_min(-1e300).unsqueeze(1)).exp() @ value[entry, own])
            lses.append(lse)
    return tuple(torch.stack(one).view(-1, HEADS, *one[0].shape) for one in (outs, lses))


def hold(module: ModuleType, case: Case, call: tuple[int, int, int, int], dtype: torch.dtype, shared: bool) -> None:
    """The output, lse and gradients of a call, and those of the reference."""
    labels, given = drawn(case, call, dtype, shared)
    generator = torch.Generator().manual_seed(1)
    shapes = (HEADS, call[1] - call[0]), (KV_HEADS, call[3] - call[2]), (KV_HEADS, call[3] - call[2])
    tensors = [torch.randn(2, *shape, DIM, generator=generator).requires_grad_() for shape in shapes]
    weights = torch.randn(tensors[0].shape, generator=generator)
    exact = [one.detach().double().requires_grad_() for one in tensors]
    out, lse = dense(case, exact, labels, call)
    wanted = (out, lse, *torch.autograd.grad((out * weights).sum(), exact))
    place = {"q_offset": call[0], "k_offset": call[2], "seq_len": N}
    for function in (module.attention, reference_of(module).reference):
        out, lse = function(*tensors, **place, **given, return_lse=True)
        found = (out, lse, *torch.autograd.grad((out * weights).sum(), tensors))
        for one, other in zip(found, wanted, strict=True):
            torch.testing.assert_close(one.double(), other.detach(), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", CASES)
def test_meaning(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    module, _ = build(f"pattern made {{ {case.body} }}", tmp_path)
    for call in CALLS.values():
        hold(module, case, call, torch.int64, shared=False)
        hold(module, case, call, torch.int32, shared=True)


def test_truths_are_labels(tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES['global tokens'].body} }}", tmp_path)
    for call in CALLS.values():
        hold(module, CASES["global tokens"], call, torch.bool, shared=False)


def test_caches_of_different_lengths(tmp_path: Path) -> None:
    """Labels of queries follow the positions of their batch entry, which a tensor has."""
    case = CASES["documents with holes"]
    module, _ = build(f"pattern made {{ {case.body} }}", tmp_path)
    labels, _ = drawn(case, CALLS["whole"], torch.int64, shared=False)
    query, key, value = (torch.randn(2, heads, N, DIM) for heads in (HEADS, KV_HEADS, KV_HEADS))
    wanted, _ = dense(case, [query.double(), key.double(), value.double()], labels, CALLS["whole"])
    firsts = torch.tensor([7, 31], dtype=torch.int32)
    rows = firsts.long().unsqueeze(1) + torch.arange(3)
    own = query.gather(2, rows[:, None, :, None].expand(-1, HEADS, -1, DIM))
    given = (labels["id"][0].gather(1, rows), labels["id"][1])
    for function in (module.attention, reference_of(module).reference):
        out = function(own, key, value, q_offset=firsts, id=given)
        exact = wanted.gather(2, rows[:, None, :, None].expand(-1, HEADS, -1, DIM))
        torch.testing.assert_close(out.double(), exact, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (torch.zeros(N - 1, dtype=torch.int64), "has shape"),
        (torch.zeros(3, N, dtype=torch.int64), "has shape"),
        (torch.zeros(N), "must be torch.int32 or torch.int64 or torch.bool"),
        (torch.full((N,), 2**62), r"must be -\d+ to \d+"),
        ((torch.zeros(N, dtype=torch.int64),), "pair"),
        (None, "must be a torch.Tensor"),
    ],
)
def test_labels_that_no_call_takes(given: Any, error: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES['documents with holes'].body} }}", tmp_path)
    tensors = [torch.randn(2, heads, N, DIM) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    with pytest.raises((TypeError, ValueError), match=error):
        module.attention(*tensors, id=given)


@pytest.mark.parametrize("name", ["heads", "inside blocks"])
@pytest.mark.interpreter
@pytest.mark.long
def test_interpreted(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path, "triton")
    small(module)
    for call, dtype in (("whole", torch.int64), ("chunk", torch.int32)):
        hold(module, CASES[name], CALLS[call], dtype, shared=call == "chunk")


@pytest.mark.parametrize("backend", ["cpp", "cuda"])
@pytest.mark.parametrize("name", ["arithmetic", pytest.param("global tokens", marks=pytest.mark.long)])
def test_compiled(name: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels of CUDA are run by the emulator."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path, backend)
    for call in CALLS.values():
        hold(module, CASES[name], call, torch.int64, shared=False)
        hold(module, CASES[name], call, torch.int32, shared=True)


def test_layers_and_their_steps(tmp_path: Path) -> None:
    """A step has labels of its queries and of all keys up to them."""
    text = f"pattern made {{ {CASES['documents with holes'].body} }} module Layer {{ pattern made; embed 32; heads 2 }}"
    module, _ = build(text, tmp_path)
    layer, x, labels = module.Layer().eval(), torch.randn(2, 9, 32), torch.randint(0, 3, (2, 9))
    whole, cache, parts = layer(x, id=labels), layer.cache(2, 9), []
    for first, end in ((0, 4), (4, 5), (5, 9)):
        out, cache = layer.step(x[:, first:end], cache, id=(labels[:, first:end], labels[:, :end]))
        parts.append(out)
    torch.testing.assert_close(torch.cat(parts, 1), whole, atol=1e-5, rtol=1e-5)
    alone = layer(x, id=torch.arange(9))
    assert not torch.allclose(alone, whole, atol=1e-3)
