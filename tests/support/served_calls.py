"""Calls of servers: sequences of unlike lengths whose keys are in caches, and the distance of results."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch
from torch import Tensor

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
    return Caches(arguments, [(rows[0][b, : n + new], rows[1][b, : n + new]) for b, n in enumerate(lengths)])


def apart(found: Tensor, wanted: Tensor) -> float:
    """The norm of the difference over that of the meaning; what is -inf is so in both."""
    empty = wanted.isneginf()
    assert found.isneginf().equal(empty)
    assert not found.isnan().any()
    known = wanted.masked_fill(empty, 0)
    return float((found.double().masked_fill(empty, 0) - known).norm() / known.norm().clamp(min=1e-30))
