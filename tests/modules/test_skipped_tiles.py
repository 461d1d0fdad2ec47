"""Programs that skip tiles by numbers of rows, columns and labels, against dense attention in float64.

Sequences are as long as several tiles, so that some tiles are skipped, others not tested, and the last is ragged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from built import build
from torch import Tensor
from triton_cases import small

HEADS, KV_HEADS, DIM = 4, 2, 16
Numbers = dict[str, Tensor]
Admits = Callable[[Tensor, Tensor, Numbers, Numbers], Tensor]


@dataclass(frozen=True)
class Case:
    """A pattern; `sides`: the sides of which a call takes numbers; `admits`: q, k, numbers of queries and of keys."""

    body: str
    sides: dict[str, str]
    admits: Admits


def _two(declared: str, sides: str, admits: Admits) -> Case:
    return Case(f"input a: positions; input b: positions; {declared}", {"a": sides, "b": sides}, admits)


CASES = {
    "tree": Case(
        "input a: positions; attend causal & columns(0, @a)",
        {"a": "k"},
        lambda q, k, _, of_k: (k <= q) & (q < of_k["a"]),
    ),
    "spans": _two(
        "attend (causal | rows(@a, @b)) & window(70, n)",
        "q",
        lambda q, k, of_q, _: ((k <= q) | ((k >= of_q["a"]) & (k < of_q["b"]))) & (k >= q - 70),
    ),
    "rows": _two(
        "attend rows(@a, @b) - window(3)",
        "q",
        lambda q, k, of_q, _: (k >= of_q["a"]) & (k < of_q["b"]) & ((q - k).abs() > 3),
    ),
    "neither": _two(
        "attend !rows(@a, @b) & !columns(@a, @b)",
        "qk",
        lambda q, k, of_q, of_k: ~((k >= of_q["a"]) & (k < of_q["b"])) & ~((q >= of_k["a"]) & (q < of_k["b"])),
    ),
    "flashmask": _two(
        "attend causal - columns(@a, @b) | !causal & columns(@b, n)",
        "k",
        lambda q, k, _, of_k: torch.where(k <= q, ~((q >= of_k["a"]) & (q < of_k["b"])), q >= of_k["b"]),
    ),
    "labels": Case(
        "input a: labels; attend when(@a[q] == @a[k]) & causal",
        {"a": "qk"},
        lambda q, k, of_q, of_k: (of_q["a"] == of_k["a"]) & (k <= q),
    ),
    "arithmetic": Case(
        "input a: labels; attend when(@a[q] // 3 - 1 <= @a[k] % 5 and @a[k] * 2 != 4) | keys(every=50)",
        {"a": "qk"},
        lambda _, k, of_q, of_k: (
            ((of_q["a"].div(3, rounding_mode="floor") - 1 <= of_k["a"] % 5) & (of_k["a"] != 2)) | (k % 50 == 0)
        ),
    ),
    "global tokens": Case(
        "input a: labels; attend keys(@a) | queries(@a) | window(9)",
        {"a": "qk"},
        lambda q, k, of_q, of_k: (of_q["a"] != 0) | (of_k["a"] != 0) | ((q - k).abs() <= 9),
    ),
}


def numbers(kind: str, n: int, generator: torch.Generator) -> Tensor:
    """A number for each position, of two batch entries: in runs, as neighbours have them; or in any order."""
    places = torch.arange(n)
    runs = torch.randint(-2, 4, (2, n // 32 + 1), generator=generator).repeat_interleave(32, 1)[:, :n]
    match kind:
        case "labels":
            return torch.stack([runs[0], torch.zeros(n, dtype=torch.long)])
        case "runs":
            return (places // 61 * 61 + 61 * runs).long()
        case _:
            found = torch.randint(-9, n + 9, (2, n), generator=generator)
            return found.masked_fill(found % 17 == 0, 2**62)


def dense(case: Case, tensors: list[Tensor], given: dict[str, tuple[Tensor, Tensor]], q_offset: int) -> Tensor:
    """The output, in float64."""
    query, key, value = (one.repeat_interleave(HEADS // one.shape[1], 1) for one in tensors)
    q, k = q_offset + torch.arange(query.shape[2])[:, None], torch.arange(key.shape[2])
    outs = []
    for entry in range(2):
        of_q = {name: pair[0][entry].clamp(-9, 999)[:, None] for name, pair in given.items()}
        of_k = {name: pair[1][entry].clamp(-9, 999) for name, pair in given.items()}
        admitted = case.admits(q, k, of_q, of_k)
        scores = (query[entry] @ key[entry].mT * DIM**-0.5).masked_fill(~admitted, -torch.inf)
        seen = admitted.any(1, keepdim=True)
        outs.append(scores.where(seen, 0.0).softmax(2).where(seen, 0.0) @ value[entry])
    return torch.stack(outs)


def hold(name: str, kind: str, attention: Callable[..., Any], n: int, q_offset: int = 0, unseen: bool = False) -> None:
    """Output and gradients of a call. `unseen`: keys that no query sees are NaN."""
    case, generator = CASES[name], torch.Generator().manual_seed(n + q_offset + len(kind))
    shapes = (HEADS, n - q_offset), (KV_HEADS, n), (KV_HEADS, n)
    tensors = [torch.randn(2, *shape, DIM, generator=generator) for shape in shapes]
    given = {}
    for one in case.sides:
        own = numbers("labels" if "labels" in case.body else kind, n, generator)
        given[one] = own[:, q_offset:], own
    exact = [one.double().requires_grad_() for one in tensors]
    wanted = dense(case, exact, given, q_offset)
    weights = torch.randn(wanted.shape, generator=generator)
    meant = (wanted, *torch.autograd.grad((wanted * weights).sum(), exact))
    if unseen:
        alone = meant[3].abs().sum((1, 3)) == 0
        for tensor in tensors[1:]:
            tensor.masked_fill_(alone[:, None, :, None], torch.nan)
    held = {one: {"qk": pair, "q": pair[0], "k": pair[1]}[case.sides[one]] for one, pair in given.items()}
    leaves = [one.requires_grad_() for one in tensors]
    out = attention(*leaves, q_offset=q_offset, seq_len=n, **held)
    found = (out, *torch.autograd.grad((out * weights).sum(), leaves))
    for one, other in zip(found, meant, strict=True):
        error = (one.double() - other).norm() / other.norm().clamp_min(1.0)
        assert error < 4e-6, (name, kind, float(error))


@pytest.mark.parametrize("name", CASES)
def test_cpp_programs_are_dense_attention(name: str, tmp_path: Path) -> None:
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path, "cpp")
    for kind in ("runs", "random"):
        hold(name, kind, module.attention, 261)
    hold(name, "runs", module.attention, 197, 64, unseen=True)
    hold(name, "runs", module.attention, 197, 131)
    hold(name, "runs", module.attention, 261, 258)


ON_GPUS = [
    pytest.param(backend, name, marks=() if name in quick else pytest.mark.long)
    for backend, quick in (("triton", ("tree", "labels")), ("cuda", ("spans", "arithmetic")))
    for name in CASES
]


@pytest.mark.interpreter
@pytest.mark.parametrize(("backend", "name"), ON_GPUS)
def test_programs_of_gpus_are_dense_attention(
    backend: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module, _ = build(f"pattern made {{ {CASES[name].body} }}", tmp_path, backend)
    if backend == "triton":
        small(module)
    n = 83 if backend == "triton" else 131
    hold(name, "runs", module.attention, n)
    hold(name, "random", module.attention, n, n - 37)
    hold(name, "runs", module.attention, n, n - 2)


@pytest.mark.interpreter
@pytest.mark.parametrize(("backend", "tiles", "step"), [("cpp", 64, 1), ("cuda", 7, 29)])
def test_one_number_in_a_tile_keeps_it(
    backend: str, tiles: int, step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it stands in the tile, and whether it is the least or the greatest."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    module, _ = build("pattern made { input a: labels; attend keys(@a) }", tmp_path, backend)
    torch.manual_seed(1)
    number = torch.arange(tiles)
    seen = 64 * number + number * step % 64
    labels = torch.zeros(64 * tiles, dtype=torch.int64).scatter(0, seen, 1 - number % 2 * 2)
    leaves = [torch.randn(1, 1, n, 8).requires_grad_() for n in (20, 64 * tiles, 64 * tiles)]
    query, key, value = leaves
    wanted = (query @ key[:, :, seen].mT * 8**-0.5).softmax(3) @ value[:, :, seen]
    found = module.attention(*leaves, q_offset=0, seq_len=64 * tiles, a=labels)
    torch.testing.assert_close(found, wanted, atol=1e-5, rtol=1e-5)
    for one, other in zip(*(torch.autograd.grad(out.square().sum(), leaves) for out in (found, wanted)), strict=True):
        torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-4)
