"""Run-time inputs in the form that kernels read."""

import torch
from torch import Tensor, nn

from .checks import _INTEGERS, _LABELS, _check_tensor, _require
from .kept_tables import _Kept


def _document_ends(offsets: Tensor, n: int, block: int) -> Tensor:
    """The start and end of each position's document, followed by the cuts: int32 [1 or B, 2, n + D - 1].

    A cut is where one of D documents ends and the next begins; 0 where that document is empty.
    """
    offsets = offsets.view(-1, offsets.shape[-1]).long().contiguous()
    blocks = (torch.arange(n, device=offsets.device) // block).expand(len(offsets), -1).contiguous()
    place = torch.searchsorted(offsets, blocks, right=True)
    cuts = torch.where(offsets[:, 1:-1] > offsets[:, :-2], offsets[:, 1:-1], 0).unsqueeze(1).expand(-1, 2, -1)
    ends = torch.stack([offsets.gather(1, place - 1), offsets.gather(1, place)], 1)
    return (torch.cat([ends, cuts], 2) * block).int()


def _each_position(numbers: Tensor, n: int, block: int) -> Tensor:
    """The position that an input gives each of n positions: int32 [1 or B, n].

    `numbers`: any integers for each block of positions, [ceil(n / block)] or [B, ceil(n / block)].
    """
    every = numbers.reshape(-1, numbers.shape[-1]).clamp(0, numbers.shape[-1]).int()
    return every if block == 1 else (every * block).repeat_interleave(block, 1)[:, :n].contiguous()


def _each_label(labels: Tensor, n: int, block: int) -> Tensor:
    """The label that an input gives each of n positions: int64 [1 or B, n].

    `labels`: one for each block of positions, int64 [ceil(n / block)] or [B, ceil(n / block)].
    """
    every = labels.reshape(-1, labels.shape[-1])
    return (every if block == 1 else every.repeat_interleave(block, 1)[:, :n]).contiguous()


def _known_picks(lists: Tensor, n: int, block: int) -> Tensor:
    """A copy of lists of blocks with -1 in place of every number outside of n positions: int32 [B, heads, rows, K].

    It is kept while `lists` lives, and is the same tensor in every call that gives it the same numbers.
    """
    kept = _PICKS.get(lists, (n, block))
    if kept is not None and (kept.device, kept.shape) == (lists.device, lists.shape) and bool((kept == lists).all()):
        return kept
    known = lists.where((lists >= 0) & (lists < -(-n // block)), -1).int().contiguous()
    return _PICKS.put(lists, (n, block), known)


_PICKS: _Kept[Tensor] = _Kept()


def _picks_of_call(name: str, given: Tensor, query: Tensor, heads: int | None, q_offset: int, block: int = 1) -> Tensor:
    """Lists of the blocks that hold a call's queries, [B, owners, rows, K].

    Args:
        name: of the argument.
        given: [B, heads, rows, K].
        query: [B, H, Nq, D], whose first row stands at `q_offset`.
        heads: how many have lists, the key heads or the query heads; None: all share one.
        q_offset: the position of the first query.
        block: queries to a block.
    """
    _check_tensor(name, given, query, _INTEGERS)
    batch, _, queries = query.shape[:3]
    rows = -(-(q_offset + queries) // block) - q_offset // block if queries else 0
    each = "query" if block == 1 else f"block of {block} with a query"
    words, own = "{} has shape {}, must be [{}, {}, {}, K]: a list for each {}", heads or 1
    fits = given.dim() == 4 and given.shape[:3] == (batch, own, rows)
    _require(fits, words, name, tuple(given.shape), batch, own, rows, each)
    return given


def _of_call(
    name: str,
    given: Tensor,
    query: Tensor,
    side: Tensor,
    first: int | Tensor,
    n: int,
    block: int = 1,
    dtypes: tuple[torch.dtype, ...] = _INTEGERS,
) -> Tensor:
    """A number for each block of n positions, of those that a call's queries or keys have: [blocks] or [B, blocks].

    Numbers of other positions are 0; no one reads them.

    Args:
        name: of the argument.
        given: [held] or [B, held], for the blocks that hold the rows of a side.
        query: of the call.
        side: query or key, whose rows stand at positions from `first` on.
        first: the position of the first row, or those of all batch entries; then blocks hold one position.
        n: positions of the sequence.
        block: positions to a block.
        dtypes: that the numbers may have. Labels become int64.
    """
    _check_tensor(name, given, query, dtypes)
    given = given.long() if dtypes is _LABELS else given
    batch, rows = query.shape[0], side.shape[2]
    if isinstance(first, Tensor):
        held, before, after = rows, 0, 0
    else:
        before, end, count = first // block, -(-(first + rows) // block), -(-n // block)
        held, after = (end - before if rows else 0), count - end
    shapes = (held,), (batch, held)
    each, whose = "row" if block == 1 else f"block of {block} with a row", "query" if side is query else "key"
    words = "{} has shape {}, must be {} or {}: a number for each {} of {}"
    _require(given.shape in shapes, words, name, tuple(given.shape), *shapes, each, whose)
    if isinstance(first, Tensor):
        places = first.long().unsqueeze(1) + torch.arange(rows, device=given.device)
        places = places.where((places >= 0) & (places < n), n)
        return given.new_zeros(batch, n + 1).scatter(1, places, given.expand(batch, rows))[:, :n]
    return nn.functional.pad(given, (before, after)) if before or after else given


def _of_held(
    name: str,
    given: Tensor,
    query: Tensor,
    key: Tensor,
    held: tuple[range, ...],
    n: int,
    dtypes: tuple[torch.dtype, ...] = _INTEGERS,
) -> Tensor:
    """As `_of_call`, of keys that stand at ranges of positions, in their order."""
    given, place = _of_call(name, given, query, key, 0, key.shape[2], dtypes=dtypes), 0
    whole = given.new_zeros((*given.shape[:-1], n))
    for run in held:
        whole[..., run.start : run.stop : run.step] = given[..., place : place + len(run)]
        place += len(run)
    return whole


def _of_sides(name: str, given: Tensor | tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """The numbers of a rank's queries and those of its keys: of both, where one tensor is given."""
    pair = given if isinstance(given, tuple) else (given, given)
    _require(len(pair) == 2, "{} has {} tensors, must be a pair (of_queries, of_keys)", name, len(pair))
    return pair[0], pair[1]


def _of_both(
    name: str,
    given: Tensor | tuple[Tensor, Tensor],
    query: Tensor,
    key: Tensor,
    q_offset: int | Tensor,
    k_offset: int,
    n: int,
    block: int = 1,
    dtypes: tuple[torch.dtype, ...] = _INTEGERS,
) -> tuple[Tensor, Tensor]:
    """The numbers of queries and those of keys of an input that has both, as `_of_call` gives each of them."""
    if not isinstance(given, tuple):
        same = not isinstance(q_offset, Tensor) and q_offset == k_offset and query.shape[2] == key.shape[2]
        words = "{} is a {}, must be a pair (of_queries, of_keys) where a call's queries and keys stand elsewhere"
        _require(same, words, name, type(given).__name__)
        given = given, given
    of_queries, of_keys = _of_sides(name, given)
    return (
        _of_call(f"{name}[0]", of_queries, query, query, q_offset, n, block, dtypes),
        _of_call(f"{name}[1]", of_keys, query, key, k_offset, n, block, dtypes),
    )
