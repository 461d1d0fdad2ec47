"""Sequences of unlike lengths, one behind the other, as flash-attn takes them."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import _DTYPES, _autocast, _check_tensor, _demand, _integer, _KVCache, _require
from .kv_caches import (
    _attend_each_cached,
    _attend_sequence,
    _cache_lines,
    _is_watched,
    _longest,
    _numbered_rows,
    _results_of_each,
)


def _attend_packed(
    attend: Callable[..., tuple[Tensor, ...]],
    attention: Callable[..., Any],
    tensors: tuple[Tensor, Tensor, Tensor],
    offsets: tuple[Tensor, Tensor | None],
    longest: tuple[int | None, int | None],
    places: tuple[Tensor | None, Tensor | None],
    scale: float | None,
    return_lse: bool | str,
    /,
    **inputs: Any,
) -> Tensor | tuple[Tensor, Tensor]:
    """Out [tokens, H, Dv], and lse [H, tokens], of each sequence; behind the last as of rows without keys.

    `attend`: of the module's kind, of keys in a cache, whose pages may be runs of `k`. Where gradients are asked for,
    or where it goes sequence by sequence anyway, `attention` has views of the tensors. `tensors`: q, k and v.
    `offsets`, `longest`: cu_seqlens and max_seqlen of queries and keys. `places`: seqused_k and block_table.
    """
    (q, k, v), (cu_seqlens_q, cu_seqlens_k), (max_seqlen_q, max_seqlen_k) = tensors, offsets, longest
    seqused_k, block_table = places
    paged = block_table is not None
    q, *others = _autocast(q) if paged else _autocast(q, k, v)  # caches stay what they are
    k, v = others or (k, v)
    watched = _check_rows(q, k, v, paged) | any(map(_is_watched, inputs.values()))
    _require(not (watched and paged), "a call with block_table has no transforms of torch.func", error=TypeError)
    counts = _counts_of("cu_seqlens_q", cu_seqlens_q, q, len(q))
    lengths, used = _keys_of_each(q, k, cu_seqlens_k, seqused_k, paged, len(counts))
    rows = _most("max_seqlen_q", max_seqlen_q, "cu_seqlens_q", counts)
    whose = "cu_seqlens_k" if seqused_k is None else "seqused_k"
    keys = None if max_seqlen_k is None else _most("max_seqlen_k", max_seqlen_k, whose, used)
    learned = (x for x in (q, k, v, *inputs.values()) if isinstance(x, Tensor))
    differentiates = torch.is_grad_enabled() and any(x.requires_grad for x in learned)
    if block_table is not None:
        cache = _in_pages(q, k, v, (counts, used, whose), block_table, cu_seqlens_q, rows, keys)
        out, *lse = attend(attention, cache, scale, return_lse, inputs)
    elif attend is _attend_each_cached or differentiates or watched or len(counts) == 0:
        out, *lse = _one_by_one(attention, (q, k, v), (counts, lengths, used), scale, return_lse, inputs)
    else:
        assert cu_seqlens_k is not None
        lines = _cache_lines(used, cu_seqlens_q[:-1], counts, cu_seqlens_k[:-1].unsqueeze(1))
        query, key, value = (x.transpose(0, 1)[None] for x in (q, k, v))  # of keys, a page begins at every row
        cache = _KVCache(query, key, value, lines, rows, _longest(used, len(k)) if keys is None else keys)
        out, *lse = attend(attention, cache, scale, return_lse, inputs)
    return (out, lse[0]) if return_lse else out


def _check_rows(q: Tensor, k: Tensor, v: Tensor, paged: bool) -> bool:
    """Raise on other dimensions than those of packed rows, or of pages; whether torch.func transforms the call."""
    watched = False
    for name, x in (("q", q), ("k", k), ("v", v)):
        _check_tensor(name, x, q, _DTYPES)
        in_pages = paged and name != "q"
        shape = "[pages, page_size, heads, head_dim]" if in_pages else "[tokens, heads, head_dim]"
        _require(x.dim() == 3 + in_pages, "{} has {} dimensions, must have {}: {}", name, x.dim(), 3 + in_pages, shape)
        _require(x.stride(-1) == 1, "{} has stride {} in its last dimension, must be contiguous", name, x.stride(-1))
        watched |= _is_watched(x)
    like = "v has shape {}, must be {} like k, with a head_dim of its own"
    _require(v.shape[:-1] == k.shape[:-1], like, tuple(v.shape), (*k.shape[:-1], v.shape[-1]))
    return watched


def _keys_of_each(
    q: Tensor, k: Tensor, cu_seqlens_k: Tensor | None, seqused_k: Tensor | None, paged: bool, sequences: int
) -> tuple[Tensor, Tensor]:
    """How many keys each sequence has in `k`, and how many of them it uses."""
    known = cu_seqlens_k is not None or (paged and seqused_k is not None)
    _require(known, "cu_seqlens_k is None, must be a tensor; or with block_table, pass seqused_k")
    lengths = None if cu_seqlens_k is None else _counts_of("cu_seqlens_k", cu_seqlens_k, q, None if paged else len(k))
    found = sequences if lengths is None else len(lengths)
    _require(found == sequences, "cu_seqlens_k is of {} sequences, must be of {} like cu_seqlens_q", found, sequences)
    if seqused_k is None:
        assert lengths is not None
        return lengths, lengths
    _check_tensor("seqused_k", seqused_k, q, (torch.int32,), sequences)
    fits = seqused_k.ge(0)
    if lengths is None or paged:  # in a table, whose pages are counted later
        lengths = seqused_k
    else:
        fits &= seqused_k.le(lengths)
    _demand("seqused_k", seqused_k, fits, "be 0 to the number of keys that each sequence has", wait=False)
    return lengths, seqused_k


def _counts_of(name: str, offsets: Tensor, q: Tensor, most: int | None) -> Tensor:
    """The lengths of sequences that begin at some offsets, of which the last is the end."""
    _check_tensor(name, offsets, q, (torch.int32,))
    shape = tuple(offsets.shape)
    _require(offsets.dim() == 1 and shape[0] > 0, "{} has shape {}, must be [sequences + 1]", name, shape)
    counts = offsets.diff()
    end = offsets.ge(0) if most is None else offsets.le(most)
    holds = torch.cat([offsets[:1].eq(0), counts.ge(0), end])
    rule = "begin with 0, never fall" + ("" if most is None else f", and end with {most} at most")
    _demand(name, offsets, holds, rule, wait=False)
    return counts


def _most(name: str, given: int | None, offsets: str, counts: Tensor) -> int:
    """The most of some counts: what a call says, which they may not exceed; else the host reads them."""
    if given is None:
        return max(1, int(counts.max())) if len(counts) else 1
    most = max(1, _integer(name, given, 30))
    rule = f"be at most {most}, which is {name}"
    _demand(f"a length in {offsets}", counts, counts.le(most), rule, wait=False)
    return most


def _in_pages(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    counted: tuple[Tensor, Tensor, str],
    table: Tensor,
    cu_seqlens_q: Tensor,
    rows: int,
    keys: int | None,
) -> _KVCache:
    """The sequences whose keys are in the pages of a table; `counted`: their queries, their keys, and who says so."""
    (counts, used, whose), (pages, size) = counted, k.shape[:2]
    _check_tensor("block_table", table, q, (torch.int32,))
    found, sequences = tuple(table.shape), len(counts)
    fits = len(found) == 2 and found[0] == sequences
    _require(fits, "block_table has shape {}, must be [{}, pages of a sequence]", found, sequences)
    most = found[1] * size
    rule = f"be at most {most}, which the pages of a line of block_table hold"
    _demand(f"a length in {whose}", used, used.le(most), rule, wait=False)
    held = torch.arange(0, most, max(size, 1), dtype=torch.int32, device=q.device) < used.unsqueeze(1)
    rule = f"be 0 to {pages - 1} where keys are"
    _demand("block_table", table, ~held | (table.ge(0) & table.lt(pages)), rule, wait=False)
    key, value = _numbered_rows(k, v, "k", "v")
    lines = _cache_lines(used, cu_seqlens_q[:-1], counts, table)
    longest = _longest(used, most) if keys is None else min(keys, most)
    return _KVCache(q.transpose(0, 1)[None], key, value, lines, rows, longest)


def _one_by_one(
    attention: Callable[..., Any],
    tensors: tuple[Tensor, Tensor, Tensor],
    counts: tuple[Tensor, Tensor, Tensor],
    scale: float | None,
    return_lse: bool | str,
    inputs: dict[str, Any],
) -> tuple[Tensor, ...]:
    """Out [tokens, H, Dv], and lse [H, tokens], of views of each sequence: of so many queries, keys, and used keys."""
    queries, lengths, used = (one.tolist() for one in counts)
    sides = zip(tensors, (queries, lengths, lengths), strict=True)
    parts = [x.split([*own, len(x) - sum(own)]) for x, own in sides]  # the last is behind all sequences
    found = []
    for query, key, value, length in zip(*parts, (*used, 0), strict=True):
        own = [x.transpose(0, 1)[None] for x in (query, key[:length], value[:length])]
        found.append(_attend_sequence(attention, own, scale, return_lse, inputs))
    return _results_of_each(found)
