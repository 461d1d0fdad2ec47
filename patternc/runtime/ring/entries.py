"""Entries of a source: each rank has a share of them, and its queries attend to all."""

import functools
from collections.abc import Callable
from typing import TypeAlias

import torch
from torch import Tensor

from ..checks import _INTEGERS, _check_operand, _check_tensor, _require
from ..ring_plan.shape import Ring, _shards
from ..ring_plan.steps import Shards
from .agreement import _agree, _alone, _digest, _if_on_host, _told
from .moves import _exchanged, _relaid
from .places import _in_shard, _taken
from .ranks import _Ranks
from .work import _first_only, _links

Results: TypeAlias = Tensor | tuple[Tensor, Tensor]  # out, or out and lse


def _entries_of_all(
    pattern: str,
    ranks: _Ranks,
    ring: Ring,
    source: str,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    seq_len: int | None,
    inputs: dict[str, Tensor],
) -> tuple[Tensor, Tensor, int, list[tuple[range, range]]]:
    """(key, value) of all entries, positions of the sequence, and positions of own queries with their rows.

    Args:
        pattern: the name of the pattern.
        ranks: that share the sequence.
        ring: how they share positions, and in the same way entries.
        source: the name of the source.
        query: of the rank, [B, H, rows, D].
        key: [B, Hkv, the rank's entries, D].
        value: [B, Hkv, the rank's entries, Dv].
        seq_len: positions of the sequence, where callers say it.
        inputs: what has numbers of all entries, which ranks compare.
    """
    call = "the entries of a source"
    with _alone(ranks, call):
        with _told(ranks, call, query):
            for name, x in (("query", query), (f"{source}_key", key), (f"{source}_value", value)):
                _check_operand(name, x, query)
            alike = "{0}_value has {2} entries, must have {1} like {0}_key"
            _require(key.shape[2] == value.shape[2], alike, source, key.shape[2], value.shape[2])
            for name, x in inputs.items():
                _check_tensor(name, x, query, _INTEGERS)
            ranks.check_device(query)
        facts: dict[str, object] = {"pattern": pattern, "source": source, "gradients enabled": torch.is_grad_enabled()}
        for name, x in ((f"{source}_key", key), (f"{source}_value", value)):
            facts |= {f"batch, heads and size of {name}": [*x.shape[:2], x.shape[3]], f"type of {name}": str(x.dtype)}
            facts[f"gradient of {name}"] = x.requires_grad
        facts |= {name: _digest(_if_on_host(x)) for name, x in inputs.items()}
        said, _ = _agree(ranks, call, facts, key.shape[2], query.shape[2])
        with ranks.together():
            held = [one.number for one in said]
            shards, n = _shards(ring, sum(held), ((),)), sum(one.other for one in said)
            shares = [sum(map(len, parts)) for parts in shards]
            words = "ranks have {} entries of {}, must have {} in layout {}: take what `shard` gives"
            _require(held == shares, words, held, source, shares, ring.layout)
            words = "seq_len is {}, must be {}, the positions of all ranks"
            _require(seq_len in (None, n), words, seq_len, n)
        ranks.connect(query)
    every = (
        _EntriesOfAll.apply(pattern, ranks, shards, f"{x} of {source}", *_links(one, one, one), one)
        for x, one in (("keys", key), ("values", value))
    )
    return *every, n, _in_shard(_shards(ring, n, ((),))[ranks.rank]) or [(range(0), range(0))]


class _EntriesOfAll(torch.autograd.Function):
    """The entries of all ranks, of those that each has; the gradient of these is the sum of those of all ranks."""

    @staticmethod
    def forward(ctx, pattern, ranks, shards, words, first, second, third, entries):
        ctx.given = pattern, ranks, shards, words
        ctx.save_for_backward(first, second, third)
        every = ((range(sum(len(part) for parts in shards for part in parts)),),) * ranks.size
        with _alone(ranks, "the entries of a source"):
            return _relaid(ranks, words, entries, shards, every)

    @staticmethod
    def backward(ctx, grad):
        (pattern, ranks, shards, words), links = ctx.given, ctx.saved_tensors
        with _alone(ranks, "the backward of ring_attention"), torch.no_grad():
            own = _sum_of_shares(ranks, f"gradients of {words}", grad, shards)
        return None, None, None, None, None, None, None, *_first_only(pattern, links, own)


def _sum_of_shares(ranks: _Ranks, words: str, grad: Tensor, shards: Shards) -> Tensor:
    """The rank's share of the sum of the gradients [B, H, all entries, D] of all ranks, added up in their order."""
    shares = [_taken(grad, list(parts)) for parts in shards]
    own = shares[ranks.rank]
    found = {rank: torch.empty_like(own, memory_format=torch.contiguous_format) for rank in ranks.others}
    _exchanged(ranks, words, {rank: shares[rank] for rank in ranks.others}, found)
    every = (found.get(rank, own).float() for rank in range(ranks.size))
    return functools.reduce(torch.add, every).to(grad.dtype)


def _in_stretches(
    call: Callable[..., tuple[Results, ...]],
    query: Tensor,
    stretches: list[tuple[range, range]],
    inputs: dict[str, object],
) -> list[Results]:
    """The results of each source, of a rank's queries stretch by stretch.

    `call`: of the queries of a stretch, the position of the first, and the inputs that have numbers of queries: along
    the last dimension of those without heads, and the third of others.
    """
    found = []
    for positions, rows in stretches:
        own = slice(rows.start, rows.stop)
        some = {name: _of_stretch(x, own) for name, x in inputs.items()}
        found.append(call(query[:, :, own], positions.start, **some))
    return [_one_behind_another(parts) for parts in zip(*found, strict=True)]


def _of_stretch(given: object, rows: slice) -> object:
    """The numbers of some queries, which may be the first of a pair; what has none is left for the call's check."""
    if isinstance(given, tuple) and len(given) == 2:
        return _of_stretch(given[0], rows), given[1]
    if not isinstance(given, Tensor) or given.dim() == 0:
        return given
    return given[..., rows] if given.dim() < 3 else given[:, :, rows]


def _one_behind_another(parts: tuple[Results, ...]) -> Results:
    """Results of stretches as those of all their queries."""
    if isinstance(parts[0], Tensor):
        return torch.cat([one for one in parts if isinstance(one, Tensor)], 2)
    outs, lses = zip(*parts, strict=True)
    return torch.cat(outs, 2), torch.cat(lses, 2)
