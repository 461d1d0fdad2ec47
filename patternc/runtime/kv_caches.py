"""Caches of keys and values, as flash-attn takes them."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import _DTYPES, _at_hand, _autocast, _check_tensor, _demand, _integer, _KVCache, _require


def _attend_with_cache(
    attend: Callable[..., tuple[Tensor, ...]],
    attention: Callable[..., Any],
    tensors: tuple[Tensor, Tensor, Tensor],
    new: tuple[Tensor | None, Tensor | None],
    places: tuple[int | Tensor | None, Tensor | None, Tensor | None],
    scale: float | None,
    return_lse: bool | str,
    /,
    **inputs: Any,
) -> Tensor | tuple[Tensor, Tensor]:
    """Out [B, Nq, H, Dv], and lse [B, H, Nq], of queries over caches, by `attend` of the module's kind.

    `tensors`: q, k_cache and v_cache. `new`: k and v. `places`: cache_seqlens, cache_batch_idx and block_table.
    """
    (q, k_cache, v_cache), (seqlens, batch_idx, block_table) = tensors, places
    (q,) = _autocast(q)  # caches stay what they are
    k, v = (None if x is None else _autocast(x)[0] for x in new)
    for name, x in inputs.items():
        _require(not _is_watched(x), "{} is under a transform of torch.func, which no cache is", name, error=TypeError)
    cache = _cached(q, k_cache, v_cache, k, v, seqlens, batch_idx, block_table)
    out, *lse = attend(attention, cache, scale, return_lse, inputs)
    out, shape = out.unflatten(0, q.shape[:2]), q.shape[:2]
    return (out, lse[0].unflatten(1, shape).transpose(0, 1)) if return_lse else out


def _is_watched(x: object) -> bool:
    """Whether a tensor is under a transform of torch.func."""
    if torch.compiler.is_compiling() or not isinstance(x, Tensor):
        return False
    return torch._C._functorch.is_functorch_wrapped_tensor(x)


def _cached(
    q: Tensor,
    k_cache: Tensor,
    v_cache: Tensor,
    k: Tensor | None,
    v: Tensor | None,
    cache_seqlens: int | Tensor | None,
    cache_batch_idx: Tensor | None,
    block_table: Tensor | None,
) -> _KVCache:
    """Check the arguments of `attention_with_kvcache`, and write new keys and values into their pages."""
    for name, x in (("q", q), ("k_cache", k_cache), ("v_cache", v_cache), ("k", k), ("v", v)):
        if x is not None:
            _check_tensor(name, x, q, _DTYPES)
            shape = "[pages, page_size, heads, head_dim]" if "cache" in name else "[batch, length, heads, head_dim]"
            _require(x.dim() == 4, "{} has {} dimensions, must have 4: {}", name, x.dim(), shape)
            _require(x.dtype == q.dtype, "{} is {}, must be {} like q", name, x.dtype, q.dtype, error=TypeError)
            _require(x.stride(3) == 1, "{} has stride {} in its last dimension, must be contiguous", name, x.stride(3))
            _require(
                not _is_watched(x), "{} is under a transform of torch.func, which no cache is", name, error=TypeError
            )
    queries, key_dim = q.shape[1], q.shape[3]
    pages, size, kv_heads, _ = k_cache.shape
    _require(k_cache.shape[3] == key_dim, "k_cache has head_dim {}, must be {} like q", k_cache.shape[3], key_dim)
    like = "v_cache has shape {}, must be {} like k_cache, with a head_dim of its own"
    _require(
        v_cache.shape[:3] == k_cache.shape[:3], like, tuple(v_cache.shape), (pages, size, kv_heads, v_cache.shape[3])
    )
    table = _pages_of_each(q, k_cache, cache_batch_idx, block_table)
    most, new = table.shape[1] * size, 0 if k is None else k.shape[1]
    lengths = _cached_lengths(q, cache_seqlens, most)
    rule = f"be 0 to {most - new}" + (f", as {new} new keys follow and {most} fit" if new else "")
    _demand("cache_seqlens", lengths, lengths.ge(0) & lengths.le(most - new), rule, wait=False)
    held = torch.arange(0, most, max(size, 1), dtype=torch.int32, device=q.device) < (lengths + new).unsqueeze(1)
    name = "cache_batch_idx" if block_table is None else "block_table"
    _demand(name, table, ~held | (table.ge(0) & table.lt(pages)), f"be 0 to {pages - 1} where keys are", wait=False)
    _require((k is None) == (v is None), "{} is None, must be a tensor like {}", *("kv" if k is None else "vk"))
    key, value = _numbered_rows(k_cache, v_cache, "k_cache", "v_cache")
    if k is not None and v is not None:
        _write_behind(k_cache, v_cache, k, v, lengths, table)
    first, total = torch.arange(q.shape[0], dtype=torch.int32, device=q.device) * queries, lengths + new
    lines = _cache_lines(total, first, torch.full_like(lengths, queries), table)
    return _KVCache(q.flatten(0, 1).transpose(0, 1)[None], key, value, lines, queries, _longest(total, most))


def _longest(lengths: Tensor, most: int) -> int:
    """The greatest of some lengths where the host has them at hand; else the most that they may be."""
    return min(most, int(lengths.max())) if lengths.numel() > 0 and _at_hand(lengths) else most


def _cache_lines(lengths: Tensor, rows: Tensor, counts: Tensor, pages: Tensor) -> Tensor:
    """The lines of a cache: lengths, first rows of queries and how many [sequences], and pages [sequences, pages]."""
    return torch.cat([torch.stack([lengths - counts, lengths, rows, counts], 1), pages], 1)


def _pages_of_each(q: Tensor, k_cache: Tensor, cache_batch_idx: Tensor | None, block_table: Tensor | None) -> Tensor:
    """The pages of each sequence, [B, pages]: of the table, or the one entry of the cache that is a sequence's own."""
    batch = q.shape[0]
    if block_table is not None:
        _require(cache_batch_idx is None, "cache_batch_idx and block_table both say where sequences are: leave one out")
        _check_tensor("block_table", block_table, q, (torch.int32,))
        found = tuple(block_table.shape)
        whole = len(found) == 2 and found[0] == batch
        _require(whole, "block_table has shape {}, must be [{}, pages of a sequence]", found, batch)
        return block_table
    if cache_batch_idx is not None:
        _check_tensor("cache_batch_idx", cache_batch_idx, q, (torch.int32,), batch)
        return cache_batch_idx.unsqueeze(1)
    entries = k_cache.shape[0]
    alone = "k_cache has {} entries, must have {} like q, or pass cache_batch_idx or block_table"
    _require(entries == batch, alone, entries, batch)
    return torch.arange(batch, dtype=torch.int32, device=q.device).unsqueeze(1)


def _cached_lengths(q: Tensor, cache_seqlens: int | Tensor | None, most: int) -> Tensor:
    """The keys that each sequence has in the cache, int32 [B]."""
    if isinstance(cache_seqlens, Tensor):
        _check_tensor("cache_seqlens", cache_seqlens, q, (torch.int32,), q.shape[0])
        return cache_seqlens
    length = most if cache_seqlens is None else _integer("cache_seqlens", cache_seqlens, 30)
    return torch.full((q.shape[0],), length, dtype=torch.int32, device=q.device)


def _write_behind(k_cache: Tensor, v_cache: Tensor, k: Tensor, v: Tensor, lengths: Tensor, table: Tensor) -> None:
    """Write the rows of new keys and values behind those of each sequence, in place."""
    batch, new = k.shape[:2]
    for name, x, cache in (("k", k, k_cache), ("v", v, v_cache)):
        shape = len(lengths), new, *cache.shape[2:]
        _require(x.shape == shape, "{} has shape {}, must be {} like the cache", name, tuple(x.shape), shape)
    if batch * new == 0:
        return
    at = lengths.long().unsqueeze(1) + torch.arange(new, device=k.device)
    page, row = table.long().gather(1, at // k_cache.shape[1]), at % k_cache.shape[1]
    with torch.no_grad():
        k_cache[page, row] = k
        v_cache[page, row] = v


def _numbered_rows(k_cache: Tensor, v_cache: Tensor, *names: str) -> tuple[Tensor, Tensor]:
    """Caches as [pages, Hkv, rows, D], if their pages are a whole number of rows apart, so that rows have numbers."""
    pages, size = k_cache.shape[:2]
    apart = []
    for name, cache in zip(names, (k_cache, v_cache), strict=True):
        page, row = cache.stride()[:2]
        whole = pages * size <= 1 or (row > 0 and page % row == 0 and page // row * pages < 2**31)
        rule = "{} has strides {}, must have pages that are a whole number of rows apart, and less than 2**31 rows"
        _require(whole, rule, name, cache.stride())
        apart.append(page // max(row, 1))
    alike = "{} has {} rows from page to page, must have {} like {}"
    _require(pages == 1 or apart[0] == apart[1], alike, names[1], apart[1], apart[0], names[0])
    return k_cache.transpose(1, 2), v_cache.transpose(1, 2)


def _attend_cached(
    attention: Callable[..., Any],
    cache: _KVCache,
    scale: float | None,
    return_lse: bool | str,
    inputs: dict[str, Any],
) -> tuple[Tensor, ...]:
    """Out [tokens, H, Dv], and lse [H, tokens] if it is asked for: kernels read where keys are."""
    tensors, places = cache[:3], {"q_offset": cache, "seq_len": cache.keys}
    found = attention(*tensors, scale=scale, **places, return_lse=return_lse, **inputs)
    return (found[0][0].transpose(0, 1), found[1][0]) if return_lse else (found[0].transpose(0, 1),)


def _attend_each_cached(
    attention: Callable[..., Any],
    cache: _KVCache,
    scale: float | None,
    return_lse: bool | str,
    inputs: dict[str, Any],
) -> tuple[Tensor, ...]:
    """The same, sequence after sequence: the keys of one at a time are copied out of their pages."""
    found, end = [], 0
    for _, length, row, count, *pages in cache.lines.tolist():
        rows, end = torch.tensor(pages, device=cache.key.device)[: -(-length // cache.key.shape[2])], row + count
        held = (x.index_select(0, rows).transpose(0, 1).flatten(1, 2)[None] for x in (cache.key, cache.value))
        own = [cache.query[:, :, row:end], *(x[:, :, :length] for x in held)]
        found.append(_attend_sequence(attention, own, scale, return_lse, inputs))
    behind = [cache.query[:, :, end:], *(x.new_empty((1, x.shape[1], 0, x.shape[3])) for x in (cache.key, cache.value))]
    found.append(_attend_sequence(attention, behind, scale, return_lse, inputs))
    return _results_of_each(found)


def _results_of_each(found: list[tuple[Tensor, ...]]) -> tuple[Tensor, ...]:
    """The results of sequences, [1, H, Nq, Dv] and [1, H, Nq], as [tokens, H, Dv] and [H, tokens] of all."""
    out, *lse = (torch.cat(each, 2)[0] for each in zip(*found, strict=True))
    return out.transpose(0, 1), *lse


def _attend_sequence(
    attention: Callable[..., Any],
    tensors: list[Tensor],
    scale: float | None,
    return_lse: bool | str,
    inputs: dict[str, Any],
) -> tuple[Tensor, ...]:
    """(out,) or (out, lse) of query, key and value of a sequence: a call holds all keys and the last queries.

    Queries before the first key attend to nothing.
    """
    query, key, value = tensors
    length, first = key.shape[2], key.shape[2] - query.shape[2]
    outside = max(0, -first)
    places = {"scale": scale, "q_offset": max(0, first), "seq_len": length, "return_lse": return_lse}
    parts = [attention(query[:, :, outside:], key, value, **places, **inputs)]
    if outside > 0:
        places |= {"q_offset": 0, "seq_len": outside}
        parts.insert(0, attention(query[:, :, :outside], key[:, :, :0], value[:, :, :0], **places, **inputs))
    results = zip(*(one if return_lse else (one,) for one in parts), strict=True)
    return tuple(torch.cat(each, 2) if outside > 0 else each[0] for each in results)
