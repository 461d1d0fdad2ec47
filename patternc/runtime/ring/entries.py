"""Entries of a source: each rank has a share of them, and its queries attend to all."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence

import torch
from torch import Tensor

from ..checks import _check_operand, _require
from ..ring_plan.shape import Ring, _shards
from ..ring_plan.steps import Shards
from .agreement import ENTRY_CALL, _agree, _alone, _digest, _form, _told
from .moves import _exchanged, _relaid
from .places import _in_shard, _taken
from .ranks import _Ranks
from .work import _first_only, _links

_Results = Tensor | tuple[Tensor, Tensor]  # out, or out and lse


@contextlib.contextmanager
def _telling(ranks: _Ranks, call: str, query: object) -> Iterator[None]:
    """Tell other ranks, which are in a call of theirs or come to it next, of arguments that are refused before it."""
    try:
        yield
    except (TypeError, ValueError):
        with _alone(ranks, call), _told(ranks, call, query):
            raise


def _entries_of_all(
    pattern: str,
    ranks: _Ranks,
    ring: Ring,
    query: Tensor,
    sources: dict[str, tuple[Tensor, Tensor]],
    numbers: dict[str, object],
    inputs: dict[str, object],
) -> tuple[list[Tensor], int, list[tuple[range, range]]]:
    """Keys and values of all entries, positions of the sequence, and positions of own queries with their rows.

    Args:
        pattern: the name of the pattern.
        ranks: that share the sequence.
        ring: how they share positions, and in the same way entries.
        query: of the rank, [B, H, rows, D].
        sources: by name, key [B, Hkv, the rank's entries, D] and value [B, Hkv, the rank's entries, Dv].
        numbers: other arguments, which ranks compare; of these `seq_len` may be None.
        inputs: what sources read besides, which ranks compare, but for what has numbers of queries: the first of pairs.
    """
    names = [f"{name}_{word}" for name in sources for word in ("key", "value")]
    given = [x for pair in sources.values() for x in pair]
    with _alone(ranks, ENTRY_CALL):
        with _told(ranks, ENTRY_CALL, query):
            for name, x in zip(("query", *names), (query, *given), strict=True):
                _check_operand(name, x, query)
            for name, (key, value) in sources.items():
                alike = "{0}_value has {2} entries, must have {1} like {0}_key"
                _require(key.shape[2] == value.shape[2], alike, name, key.shape[2], value.shape[2])
            ranks.check_device(query)
            facts = {"pattern": pattern, "gradients enabled": torch.is_grad_enabled(), **numbers}
            for name, x in zip(names, given, strict=True):
                facts |= {
                    f"batch, heads and size of {name}": [*x.shape[:2], x.shape[3]],
                    f"type of {name}": str(x.dtype),
                }
                facts[f"gradient of {name}"] = x.requires_grad
            facts |= _said_of(ranks, query, inputs)
        counts = torch.tensor([query.shape[2], *(key.shape[2] for key, _ in sources.values())])
        _, added = _agree(ranks, ENTRY_CALL, facts, added=counts.view(torch.uint8))
        with ranks.together():
            rows, *entries = zip(*(one.contiguous().view(torch.int64).tolist() for one in added), strict=True)
            n, shards = sum(rows), [_checked_shards(ring, "positions", rows)]
            shards += [
                _checked_shards(ring, f"entries of {name}", held) for name, held in zip(sources, entries, strict=True)
            ]
            words = "seq_len is {}, must be {}, the positions of all ranks"
            _require(numbers["seq_len"] in (None, n), words, numbers["seq_len"], n)
        ranks.connect(query)
    each = zip(names, given, (one for one in shards[1:] for _ in ("key", "value")), strict=True)
    every = [_EntriesOfAll.apply(pattern, ranks, held, name, *_links(x, x, x), x) for name, x, held in each]
    return every, n, _in_shard(shards[0][ranks.rank])


def _said_of(ranks: _Ranks, query: Tensor, inputs: dict[str, object]) -> dict[str, object]:
    """What ranks compare of inputs: integers by a digest, and other numbers too where they always compare."""
    mode, found = ranks.compares(query), dict[str, object]()
    for name, given in inputs.items() if mode != "never" else ():
        x = given[1] if isinstance(given, tuple) else given
        if not isinstance(x, Tensor):
            raise TypeError(f"{name} is a {type(x).__name__}, must be a torch.Tensor")
        found[name] = (_digest if mode == "always" else _form)(x)
    return found


def _checked_shards(ring: Ring, words: str, held: Sequence[int]) -> Shards:
    """The shards of positions, or entries, of which ranks have so many."""
    shards = _shards(ring, sum(held), ((),))
    shares = [sum(map(len, parts)) for parts in shards]
    message = "ranks have {} {}, must have {} in layout {}: take what `shard` gives"
    _require([*held] == shares, message, [*held], words, shares, ring.layout)
    return shards


class _EntriesOfAll(torch.autograd.Function):
    """The entries of all ranks, of those that each has; the gradient of these is the sum of those of all ranks."""

    @staticmethod
    def forward(ctx, pattern, ranks, shards, words, first, second, third, entries):
        ctx.given = pattern, ranks, shards, words
        ctx.save_for_backward(first, second, third)
        every = ((range(sum(len(part) for parts in shards for part in parts)),),) * ranks.size
        with _alone(ranks, ENTRY_CALL):
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
    call: Callable[..., tuple[_Results, ...]],
    query: Tensor,
    stretches: list[tuple[range, range]],
    inputs: dict[str, object],
) -> list[_Results]:
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


def _one_behind_another(parts: tuple[_Results, ...]) -> _Results:
    """Results of stretches as those of all their queries."""
    if isinstance(parts[0], Tensor):
        return torch.cat([one for one in parts if isinstance(one, Tensor)], 2)
    outs, lses = zip(*parts, strict=True)
    return torch.cat(outs, 2), torch.cat(lses, 2)
