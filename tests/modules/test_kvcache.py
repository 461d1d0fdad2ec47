"""`attention_with_kvcache`: sequences of unlike lengths, each equal to a dense softmax over its own keys alone."""

from __future__ import annotations

import math
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import torch
from built import build, function_of
from torch import Tensor
from triton_cases import small

from patternc.testing.compare import TOLERANCE

PATTERNS = {
    "window": "attend window(9, 0)",
    "causal": "attend causal",
    "full": "attend full",
    "ends": "attend last(5) | window(9, 2) | first(3)",
    "dilated": "segments [16, 32]; dilations [1, 3]; offset head; combine lse; where causal",
    "strided": "attend stride(4) & causal; attend segment(24, dilation=2, offset=all); combine lse",
    "means": "attend causal; attend first(3); combine mean",
    "blocks": "attend blocks(16, causal & stride(2)) & causal",
    "heads": "heads 0..1 { attend window(9, 0) }; heads 1.. { attend causal & when((q + k) % 3 != 0) }",
    "sink": "input sinks: table(heads); attend window(20, 0); score sink(@sinks)",
    "table": "input rel: table(heads, 2 * 7 + 1); attend causal; score bias(@rel); score softcap(4.0)",
    "alibi": "attend causal; score alibi; score scale(0.3)",
}
HEADS, KV_HEADS = 4, 2


class Caches(NamedTuple):
    """A call: its arguments, and the keys and values of each sequence, new ones included."""

    arguments: dict[str, Any]
    sequences: list[tuple[Tensor, Tensor]]


def caches(
    lengths: list[int],
    queries: int,
    page: int | None,
    *,
    new: int = 0,
    dims: tuple[int, int] = (16, 16),
    dtype: torch.dtype = torch.float32,
    seed: int = 0,
) -> Caches:
    """Sequences with so many keys before the new ones: in shuffled pages; without pages, an entry of the cache each.

    What holds no key is NaN, and pages that no key is in are numbers outside of the cache.
    """
    torch.manual_seed(seed)
    batch, longest = len(lengths), max(lengths) + new + 3
    width = 1 if page is None else -(-longest // page)
    size = longest if page is None else page
    places = torch.randperm(batch * width + 2)[: batch * width].reshape(batch, width).int()
    made = [torch.full((batch * width + 2, size, KV_HEADS, dim), math.nan) for dim in dims]
    rows = [torch.randn(batch, max(lengths) + new, KV_HEADS, dim).to(dtype) for dim in dims]
    for entry, length in enumerate(lengths):
        for at in range(length):
            for cache, own in zip(made, rows, strict=True):
                cache[places[entry, at // size], at % size] = own[entry, at].float()
        places[entry, -(-(length + new) // size) :] = 1 << 20
    query = torch.randn(batch, queries, HEADS, dims[0]).to(dtype)
    seqlens = torch.tensor(lengths, dtype=torch.int32)
    arguments = {"q": query, "k_cache": made[0].to(dtype), "v_cache": made[1].to(dtype), "cache_seqlens": seqlens}
    arguments |= {"cache_batch_idx": places[:, 0].clone()} if page is None else {"block_table": places}
    if new:
        added = [torch.stack([x[b, n : n + new] for b, n in enumerate(lengths)]) for x in rows]
        arguments |= {"k": added[0], "v": added[1]}
    own = [(rows[0][b, : n + new], rows[1][b, : n + new]) for b, n in enumerate(lengths)]
    return Caches(arguments, own)


def inputs_of(name: str) -> dict[str, Tensor]:
    torch.manual_seed(4)
    given = {"sinks": torch.randn(HEADS), "rel": torch.randn(HEADS, 15)}
    return {key: x for key, x in given.items() if f"@{key}" in PATTERNS[name]}


def meant(module: ModuleType, name: str, call: Caches) -> tuple[Tensor, Tensor]:
    """The reference of each sequence alone, in float64; rows before its first key see none."""
    reference, inputs = function_of(module, "reference"), inputs_of(name)
    lses = "combine mean" not in PATTERNS[name]
    outs, found = [], []
    for entry, (key, value) in enumerate(call.sequences):
        query, first = call.arguments["q"][entry].transpose(0, 1)[None], len(key) - call.arguments["q"].shape[1]
        out = torch.zeros(HEADS, query.shape[2], value.shape[2], dtype=torch.float64)
        empty = inputs["sinks"].double() if "sinks" in inputs else torch.full((HEADS,), -math.inf, dtype=torch.float64)
        lse = empty[:, None].repeat(1, query.shape[2])
        seen = query[:, :, max(0, -first) :].double()
        if seen.shape[2]:
            tensors = (x.transpose(0, 1)[None].double().to(query.dtype) for x in (key, value))
            given = {"q_offset": max(0, first), "return_lse": lses, **inputs}
            answer = reference(seen.to(query.dtype), *tensors, **given)
            answer = answer if lses else (answer, answer[..., 0])
            out[:, max(0, -first) :], lse[:, max(0, -first) :] = answer[0][0], answer[1][0]
        outs.append(out.transpose(0, 1))
        found.append(lse)
    return torch.stack(outs), torch.stack(found)


def apart(found: Tensor, wanted: Tensor) -> float:
    """The norm of the difference over that of the meaning; what is -inf is so in both."""
    empty = wanted.isneginf()
    assert found.isneginf().equal(empty)
    assert not found.isnan().any()
    known = wanted.masked_fill(empty, 0)
    return float((found.double().masked_fill(empty, 0) - known).norm() / known.norm().clamp(min=1e-30))


def check(module: ModuleType, name: str, call: Caches) -> None:
    lses = "combine mean" not in PATTERNS[name]
    found = module.attention_with_kvcache(**call.arguments, **inputs_of(name), return_lse=lses)
    wanted = meant(module, name, call)
    found = found if lses else (found,)
    most = TOLERANCE[str(call.arguments["q"].dtype).removeprefix("torch.")]
    for one, other in zip(found, wanted, strict=False):
        assert one.shape == other.shape
        assert apart(one, other) <= most


def made(name: str, folder: Path, backend: str) -> ModuleType:
    module, _ = build(f"pattern made {{ {PATTERNS[name]} }}", folder, backend)
    if backend == "triton":
        small(module)
    return module


BACKENDS = ["torch", "cpp", pytest.param("triton", marks=pytest.mark.interpreter)]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", PATTERNS)
def test_sequences_of_unlike_lengths_are_each_one_of_its_own(name: str, backend: str, tmp_path: Path) -> None:
    """Empty, shorter than the queries, of one page, of several; decoding, and more queries than split their keys."""
    module = made(name, tmp_path, backend)
    check(module, name, caches([0, 1, 17, 83], 1, 16))
    check(module, name, caches([5, 40, 0], 1, 16, new=1, dims=(24, 16)))
    check(module, name, caches([70, 3, 33], 21, 16))
    check(module, name, caches([70, 3], 2, None, new=2))
