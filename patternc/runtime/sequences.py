"""Sequences of unlike lengths, one behind the other, as flash-attn takes them."""

import itertools
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .checks import _DTYPES, _check_tensor, _integer, _require
from .kv_caches import _attend_sequence


def _attend_packed(
    attention: Callable[..., Any],
    cached: Callable[..., Any],
    q: Tensor,
    k: Tensor,
    v: Tensor,
    cu_seqlens_q: Tensor,
    cu_seqlens_k: Tensor | None,
    max_seqlen_q: int | None,
    max_seqlen_k: int | None,
    seqused_k: Tensor | None,
    block_table: Tensor | None,
    scale: float | None,
    return_lse: bool | str,
    **inputs: Tensor,
) -> Tensor | tuple[Tensor, Tensor]:
    """`attention` of every sequence over its own keys, or, of those in pages, `cached` of all with as many queries.

    Tokens behind the last sequence are 0, and their lse is -inf.
    """
    paged = block_table is not None
    for name, x in (("q", q), ("k", k), ("v", v)):
        _check_tensor(name, x, q, _DTYPES)
        shape = "[pages, page_size, heads, head_dim]" if paged and name != "q" else "[tokens, heads, head_dim]"
        count = shape.count(",") + 1
        _require(x.dim() == count, "{} has {} dimensions, must have {}: {}", name, x.dim(), count, shape)
    counts = _counts_of("cu_seqlens_q", cu_seqlens_q, q, len(q))
    used, lengths = _used(q, k, cu_seqlens_k, seqused_k, paged, len(counts))
    for name, most, found in (("max_seqlen_q", max_seqlen_q, counts), ("max_seqlen_k", max_seqlen_k, used)):
        longest = max(found, default=0)
        _require(most is None or _integer(name, most) >= longest, "{} is {}, must be at least {}", name, most, longest)
    queries = q.split([*counts, len(q) - sum(counts)])
    if block_table is not None:
        rows = _by_count(cached, queries[:-1], (k, v), used, block_table, scale, return_lse, inputs)
    else:
        keys, values = (x.split([*lengths, len(x) - sum(lengths)]) for x in (k, v))
        rows = []
        for query, key, value, length in zip(queries, keys, values, used, strict=False):
            own = [x.transpose(0, 1)[None] for x in (query, key[:length], value[:length])]
            rows.append(tuple(x[0] for x in _attend_sequence(attention, own, scale, return_lse, inputs)))
    heads, behind = q.shape[1], len(queries[-1])
    rows.append(
        (q.new_zeros((heads, behind, v.shape[-1])), q.new_full((heads, behind), -torch.inf, dtype=torch.float32))
    )
    out = torch.cat([one[0].transpose(0, 1) for one in rows])
    return (out, torch.cat([one[1] for one in rows], 1)) if return_lse else out


def _counts_of(name: str, offsets: Tensor, q: Tensor, most: int | None) -> list[int]:
    """The lengths of sequences that begin at some offsets, of which the last is the end; the host reads them."""
    _check_tensor(name, offsets, q, (torch.int32,))
    _require(
        offsets.dim() == 1 and len(offsets) > 0, "{} has shape {}, must be [sequences + 1]", name, tuple(offsets.shape)
    )
    ends: list[int] = offsets.tolist()
    counts = [end - start for start, end in itertools.pairwise(ends)]
    whole = ends[0] == 0 and min(counts, default=0) >= 0 and (most is None or ends[-1] <= most)
    limit = "" if most is None else f", and end with {most} at most"
    _require(whole, "{} is {}, must begin with 0, never fall{}", name, ends if len(ends) <= 32 else "wrong", limit)
    return counts


def _used(
    q: Tensor, k: Tensor, cu_seqlens_k: Tensor | None, seqused_k: Tensor | None, paged: bool, sequences: int
) -> tuple[list[int], list[int]]:
    """The keys that each sequence uses, and those that it has in `k`."""
    given = cu_seqlens_k is not None
    _require(
        given or (paged and seqused_k is not None), "cu_seqlens_k is None, must be a tensor; with pages, or seqused_k"
    )
    lengths = [] if cu_seqlens_k is None else _counts_of("cu_seqlens_k", cu_seqlens_k, q, None if paged else len(k))
    _require(
        not given or len(lengths) == sequences, "cu_seqlens_k has {} sequences, must have {}", len(lengths), sequences
    )
    if seqused_k is None:
        return lengths, lengths
    _check_tensor("seqused_k", seqused_k, q, (torch.int32,), sequences)
    used: list[int] = seqused_k.tolist()
    fits = all(0 <= one <= length for one, length in zip(used, lengths if given and not paged else used, strict=True))
    _require(fits, "seqused_k is {}, must be 0 to the keys that each sequence has, {}", used, lengths)
    return used, lengths


def _by_count(
    cached: Callable[..., Any],
    queries: tuple[Tensor, ...],
    caches: tuple[Tensor, Tensor],
    used: list[int],
    block_table: Tensor,
    scale: float | None,
    return_lse: bool | str,
    inputs: dict[str, Tensor],
) -> list[tuple[Tensor, ...]]:
    """Out [H, Nq, Dv], and lse [H, Nq], of each sequence over its pages: one call for all with as many queries."""
    sequences = len(queries)
    fits = block_table.dim() == 2 and len(block_table) == sequences
    _require(fits, "block_table has shape {}, must be [{}, pages of a sequence]", tuple(block_table.shape), sequences)
    found: dict[int, tuple[Tensor, ...]] = {}
    for count in sorted({len(query) for query in queries}):
        some = [number for number, query in enumerate(queries) if len(query) == count]
        lengths = torch.tensor([used[number] for number in some], dtype=torch.int32, device=block_table.device)
        table = block_table if len(some) == sequences else block_table[some]
        given = {"cache_seqlens": lengths, "block_table": table, "softmax_scale": scale, "return_lse": return_lse}
        results = cached(torch.stack([queries[number] for number in some]), *caches, **given, **inputs)
        out, *lse = results if return_lse else (results,)
        each = zip(out.transpose(1, 2), *lse, strict=True)
        found |= zip(some, each, strict=True)
    return [found[number] for number in range(sequences)]
