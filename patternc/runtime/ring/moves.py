"""Exchanges of ranks besides keys: tensors for all, rows of one layout for those of another, heads for rows."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from ..ring_plan.steps import Shards
from .places import _fill_rows, _in_shard, _moves, _taken
from .ranks import _Ranks


def _gathered(ranks: _Ranks, words: str, tensor: Tensor) -> list[Tensor]:
    """A tensor of one shape from every rank, in order."""
    tensor = tensor.contiguous()
    found = {rank: torch.empty_like(tensor) for rank in ranks.others}
    ranks.exchange(words, dict.fromkeys(found, tensor), found)()
    return [found.get(rank, tensor) for rank in range(ranks.size)]


def _relaid(ranks: _Ranks, words: str, tensor: Tensor, old: Shards, new: Shards) -> Tensor:
    """A tensor [B, H, rows, ...] whose rows the ranks have as `old` says, with the rows that `new` says."""
    rank, rest = ranks.rank, ranks.others
    gives = {other: [there for there, _ in _moves(old[rank], new[other])] for other in range(ranks.size)}
    fills = {other: [here for _, here in _moves(old[other], new[rank])] for other in range(ranks.size)}
    whole = tensor.new_empty((*tensor.shape[:2], sum(map(len, new[rank])), *tensor.shape[3:]))
    sizes = {other: sum(map(len, fills[other])) for other in rest}
    receives = {other: whole.new_empty((*whole.shape[:2], sizes[other], *whole.shape[3:])) for other in rest}
    _exchanged(ranks, words, {other: _taken(tensor, gives[other]) for other in rest}, receives)
    for other, rows in (receives | {rank: _taken(tensor, gives[rank])}).items():
        _fill_rows(whole, fills[other], rows)
    return whole


HeadShares = Sequence[
    tuple[Tensor, range]
]  # tensors with the heads of all ranks, and which of each rank's share of them


def _of_share(tensor: Tensor, heads: range, rank: int, size: int) -> Tensor:
    """Some heads of the share of a rank, of a tensor [B, H, ...] whose heads ranks share out."""
    first = rank * (tensor.shape[1] // size)
    return tensor[:, first + heads.start : first + heads.stop]


def _by_heads(part: _Ranks, words: str, tensors: HeadShares, shards: Shards) -> Callable[[], list[Tensor]]:
    """Begin to exchange own rows [B, H, own rows, ...] of all heads for all rows of some heads of the rank's share.

    Tensors travel as one. What is returned waits for them: [B, heads, rows of all, ...] of each.
    """
    places, sizes = _places_in(shards), [sum(map(len, parts)) for parts in shards]
    shares = [torch.cat([_of_share(x, heads, rank, part.size) for x, heads in tensors], 1) for rank in range(part.size)]
    like = shares[part.rank]
    receives = {rank: like.new_empty((*like.shape[:2], sizes[rank], *like.shape[3:])) for rank in part.others}
    wait = _begun(part, words, {rank: shares[rank] for rank in receives}, receives)

    def finish() -> list[Tensor]:
        wait()
        whole = like.new_empty((*like.shape[:2], sum(sizes), *like.shape[3:]))
        for rank, share in (receives | {part.rank: like}).items():
            _fill_rows(whole, places[rank], share)
        return list(whole.split([len(heads) for _, heads in tensors], 1))

    return finish


def _by_rows(
    part: _Ranks, words: str, tensors: Sequence[Tensor], into: HeadShares, shards: Shards
) -> Callable[[], None]:
    """Begin the way back of `_by_heads`, from all rows of some heads; waiting fills own rows in those of all heads."""
    places, whole = _places_in(shards), torch.cat(list(tensors), 1)
    own = _taken(whole, places[part.rank])
    receives = {rank: own.new_empty(own.shape) for rank in part.others}
    wait = _begun(part, words, {rank: _taken(whole, places[rank]) for rank in receives}, receives)

    def finish() -> None:
        wait()
        for rank, found in (receives | {part.rank: own}).items():
            each = found.split([len(heads) for _, heads in into], 1)
            for (x, heads), some in zip(into, each, strict=True):
                _of_share(x, heads, rank, part.size).copy_(some)

    return finish


def _places_in(shards: Shards) -> list[list[range]]:
    """The places of each shard's ranges among the rows of all shards, in the order of positions."""
    every = sorted((part for parts in shards for part in parts), key=lambda part: part.start)
    place = dict(_in_shard(tuple(every)))
    return [[place[part] for part in parts] for parts in shards]


def _begun(ranks: _Ranks, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
    """Begin to exchange tensors of any strides, where they hold anything."""
    sends = {rank: x.contiguous() for rank, x in sends.items() if x.numel()}
    return ranks.exchange(words, sends, {rank: x for rank, x in receives.items() if x.numel()})


def _exchanged(ranks: _Ranks, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> None:
    """Exchange tensors, and wait for them."""
    _begun(ranks, words, sends, receives)()


def _places(parts: tuple[range, ...]) -> Tensor:
    """The positions of ranges, int64."""
    return torch.cat([torch.arange(part.start, part.stop, part.step) for part in parts])
