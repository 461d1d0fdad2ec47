"""Made calls with NaN and infinities where documents, padding and caches exclude them, or anywhere: all backends.

A call holds chunks, head sizes of two parts, grouped heads, empty documents and rows, and lists of each batch entry.
Each is made of its number, so that a failure can be repeated.
"""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build, reference_of
from torch import Tensor

DOCUMENTS, LENGTHS = "input offsets: offsets", "input lengths: lengths"
BRANCHES = "attend segment(40)\n    attend segment(80, dilation=2, offset=head)\n    combine lse"
PATTERNS = {
    "documents": f"{DOCUMENTS}\n    attend document(@offsets)",
    "causal": f"{DOCUMENTS}\n    attend causal & document(@offsets)",
    "scores": f"{DOCUMENTS}\n    input t: table(heads, 5)\n    attend window(70, 3) & document(@offsets)\n"
    "    score bias(@t)\n    score softcap(5.0)\n    score alibi",
    "branches": f"{DOCUMENTS}\n    {BRANCHES}\n    where document(@offsets)",
    "lists": f"{DOCUMENTS}\n    attend blocks(16, random(density=0.5, seed=1)) & document(@offsets)",
    "union": f"{DOCUMENTS}\n    attend causal & (document(@offsets) | first(2))",
    "both": f"{DOCUMENTS}\n    {LENGTHS}\n    attend window(30, 30) & document(@offsets) & padding(@lengths)",
    "padding": f"{LENGTHS}\n    attend causal & padding(@lengths)",
    "heads": f"{DOCUMENTS}\n    heads 0..1 {{ attend causal }}\n    heads 1.. {{ attend window(9, 0) }}\n"
    "    where document(@offsets)",
}
ODD = (torch.nan, torch.inf, -torch.inf)
TOLERANCE = {"float32": 3e-6, "bfloat16": 2e-2}


@dataclass(slots=True)
class Call:
    """A call, and which rows of each tensor [B, N] hold numbers that are not finite."""

    tensors: dict[str, Tensor]
    inputs: dict[str, Tensor]
    odd: dict[str, Tensor]
    start: int

    @property
    def finite(self) -> dict[str, Tensor]:
        """The tensors with 0 for what is not finite."""
        return {name: x.nan_to_num(0.0, 0.0, 0.0) for name, x in self.tensors.items()}


def made(number: int, body: str, dtype: str, anywhere: bool) -> Call:
    """The call of a number. `anywhere`: any row may be odd, else those that documents or lengths exclude."""
    draw, generator = random.Random(number), torch.Generator().manual_seed(number)
    batch, dim = draw.choice((1, 2)), draw.choice((16, 24, 48))
    heads, kv_heads = draw.choice(((4, 2), (2, 2), (3, 1)))
    n = draw.randint(20, 150)
    start = draw.choice((0, draw.randint(0, n - 1)))
    queries = draw.randint(1, n - start)
    sizes = {"query": (heads, queries), "key": (kv_heads, n), "value": (kv_heads, n), "grad": (heads, queries)}
    tensors = {
        name: torch.randn(batch, count, rows, dim, generator=generator).to(getattr(torch, dtype))
        for name, (count, rows) in sizes.items()
    }
    odd = {name: torch.zeros(batch, rows, dtype=torch.bool) for name, (_, rows) in sizes.items()}
    inputs: dict[str, Tensor] = {}
    if "input t:" in body:
        inputs["t"] = torch.randn(heads, 5, generator=generator)
    if DOCUMENTS in body:
        cuts = [sorted(draw.choices(range(n + 1), k=4)) for _ in range(batch)]
        inputs["offsets"] = torch.tensor([[0, *own, n] for own in cuts], dtype=torch.int32)
        for entry, own in enumerate(inputs["offsets"].tolist()):
            first, stop = draw.choice([(a, b) for a, b in pairwise(own) if a < b])
            for name in odd:
                shift = start if name in ("query", "grad") else 0
                odd[name][entry, max(0, first - shift) : max(0, stop - shift)] = True
    if LENGTHS in body:
        inputs["lengths"] = torch.tensor([draw.randint(0, n) for _ in range(batch)], dtype=torch.int32)
        for entry, length in enumerate(inputs["lengths"].tolist()):
            odd["key"][entry, length:] = odd["value"][entry, length:] = True
    if anywhere:
        for mask in odd.values():
            mask[torch.rand(mask.shape, generator=generator) > 0.03] = False
    for name, mask in odd.items():
        places = mask.unsqueeze(1).unsqueeze(3) & (torch.rand(tensors[name].shape, generator=generator) < 0.3)
        tensors[name][places] = draw.choice(ODD) if name in ("key", "value") else torch.nan
    return Call(tensors, inputs, odd, start)


def answer(function: object, call: Call, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """Out, lse and the gradients of query, key and value."""
    leaves = [tensors[name].clone().requires_grad_() for name in ("query", "key", "value")]
    out, lse = function(*leaves, **call.inputs, q_offset=call.start, return_lse=True)  # type: ignore[operator]
    grads = torch.autograd.grad(out, leaves, tensors["grad"].to(out.dtype))
    found = dict(zip(("out", "dq", "dk", "dv"), (out, *grads), strict=True)) | {"lse": lse.unsqueeze(-1)}
    return {name: x.detach().double() for name, x in found.items()}


def apart(reference: ModuleType, call: Call) -> tuple[Tensor, Tensor]:
    """Which queries [B, H, Nq] and keys [B, Hkv, Nk] have no part in what is not finite."""
    (batch, heads, queries, _), (_, kv_heads, n, _) = call.tensors["query"].shape, call.tensors["key"].shape
    masks = []
    for entry in range(batch):
        own = {name: x[entry] for name, x in call.inputs.items() if name != "t"}
        whole = [reference.mask(head, heads, n, **own) for head in range(heads)]
        masks.append(torch.stack(whole)[:, call.start : call.start + queries] > 0)
    mask = torch.stack(masks)  # [B, H, Nq, Nk]
    odd = call.odd
    rows = ~(mask & (odd["key"] | odd["value"])[:, None, None]).any(3) & ~(odd["query"] | odd["grad"])[:, None]
    keys = ~(mask & ~rows.unsqueeze(3)).any(2) & ~(odd["key"] | odd["value"])[:, None]
    excluded = ~mask.any(2)  # gradients of keys that no query admits are 0, whatever the key
    return rows, (keys | excluded).view(batch, kv_heads, -1, n).all(2)


def hold(module: ModuleType, call: Call, dtype: str) -> None:
    """Rows and keys apart from what is not finite have the results of finite tensors."""
    reference = reference_of(module)
    rows, keys = apart(reference, call)
    found, truth = answer(module.attention, call, call.tensors), answer(reference.reference, call, call.finite)
    for name, mine in found.items():
        some = keys if name in ("dk", "dv") else rows
        own, theirs = mine[some], truth[name][some]
        assert torch.equal(own == -torch.inf, theirs == -torch.inf), name
        error = torch.where(own == theirs, 0.0, own - theirs).norm()  # NaN is not equal
        assert error <= TOLERANCE[dtype] * own.numel() ** 0.5, (name, error)  # of numbers like 1, whose sums may cancel


@cache
def module_of(name: str, backend: str, folder: Path) -> ModuleType:
    (folder / f"{name}_{backend}").mkdir()
    return build(f"pattern apart {{\n    {PATTERNS[name]}\n}}\n", folder / f"{name}_{backend}", backend)[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("apart")


@pytest.mark.parametrize("name", PATTERNS)
def test_what_is_excluded_reaches_nothing(name: str, folder: Path) -> None:
    """A call in three has odd rows anywhere, which only rows that admit them may show."""
    for number in range(9):
        call = made(number, PATTERNS[name], "float32", anywhere=number % 3 == 0)
        hold(module_of(name, "torch", folder), call, "float32")


@pytest.mark.skipif(shutil.which("c++") is None, reason="the C++ backend needs a compiler")
@pytest.mark.long
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", PATTERNS)
def test_many_made_calls_of_programs(name: str, dtype: str, folder: Path) -> None:
    for number in range(34):
        call = made(number, PATTERNS[name], dtype, anywhere=number % 3 == 0)
        hold(module_of(name, "cpp", folder), call, dtype)
