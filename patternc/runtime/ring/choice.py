"""Blocks that queries of all ranks choose: means of blocks for all, what travels for the choice, what is fetched."""

from collections.abc import Callable

import torch
from torch import Tensor

from ..block_choice import _pooled
from ..ring_plan.exchange import Exchange, Rows, _asked_of, _other_ranks, _ranks_told_of
from ..ring_plan.needed import _keys_needed
from ..ring_plan.runs import Run, _common, _union
from ..ring_plan.shape import _blocks_of, _clauses_apart
from .call import RingCall
from .hops import _own_parts
from .moves import _exchanged
from .places import _fill_rows


def _with_choice(
    choose: Callable[[RingCall, Tensor, Tensor, range], Tensor], call: RingCall, query: Tensor, key: Tensor
) -> RingCall:
    """The call with the blocks that the rank's queries choose, and with what it fetches and gives for that.

    Means are of whole blocks that one rank has, and every rank has all: the choice is that of one device to the bit.

    Args:
        choose: blocks [B, H, rows, count] of pooled queries [B, H, rows, D] at positions, among the means of all ranks.
        call: the call without blocks.
        query: the rank's queries [B, H, Nq, D].
        key: the rank's keys [B, Hkv, Nk, D].
    """
    ring, means, place = call.plan.shape.ring, _means_of_all(call, key), call.kernels.selection
    assert place is not None
    parts = ((_pooled(query[:, :, rows], ring.block), queries) for queries, rows in _own_parts(call))
    selection = torch.cat([choose(call, pooled, means, queries) for pooled, queries in parts], 2)
    call = call.with_operand(place, selection)
    if ring.transport == "allgather":
        return call
    return call._replace(plan=call.plan._replace(fetched=_fetched(call, selection, means)))


def _means_of_all(call: RingCall, key: Tensor) -> Tensor:
    """The means [B, Hkv, blocks, D] of the blocks of all ranks, in the order of positions, float32."""
    block = call.plan.shape.ring.block
    blocks = [_blocks_of(parts, block) for parts in call.plan.shards]
    own = torch.cat([_pooled(key[:, :, rows], block) for _, rows in _own_parts(call)], 2)
    sizes = [sum(map(len, some)) for some in blocks]
    receives = {rank: own.new_empty((*own.shape[:2], sizes[rank], own.shape[3])) for rank in call.ranks.others}
    _exchanged(call.ranks, "means of blocks", dict.fromkeys(receives, own), receives)
    whole = own.new_empty((*own.shape[:2], sum(sizes), own.shape[3]))
    for rank, some in enumerate(blocks):
        _fill_rows(whole, list(some), receives.get(rank, own))
    return whole


def _fetched(call: RingCall, selection: Tensor, means: Tensor) -> dict[tuple[int, int], tuple[Rows, ...]]:
    """The rows that the rank receives from each other rank, and gives to each, by (source, target).

    The ranks tell one another which blocks they choose.
    """
    plan, rank, rest, heads = call.plan, call.plan.rank, _other_ranks(call.plan), means.shape[1]
    chosen = means.new_zeros((heads, means.shape[2] + 1), dtype=torch.uint8)  # the first column is of no block
    columns = selection.unflatten(1, (heads, -1)).movedim(1, 0).flatten(1) + 1
    chosen.scatter_(1, columns.long(), 1)
    every = [_blocks_of(parts, plan.shape.ring.block) for parts in plan.shards]
    own = [torch.cat([chosen[:, 1 + some.start : 1 + some.stop] for some in blocks], 1) for blocks in every]
    asks = {other: torch.cat([own[of] for of in _ranks_told_of(plan, rank, other)], 1) for other in rest}
    asked = {other: chosen.new_empty((heads, _asked_of(plan, other, rank))) for other in rest}
    _exchanged(call.ranks, "chosen blocks", asks, asked)
    found = {(other, rank): _rows_chosen(plan, other, rank, own[other].cpu() > 0) for other in rest}
    for other in rest:
        told = _ranks_told_of(plan, other, rank)
        parts = asked[other].cpu().split([own[of].shape[1] for of in told], 1)
        found |= {(of, other): _rows_chosen(plan, of, other, part > 0) for of, part in zip(told, parts, strict=True)}
    return found


def _rows_chosen(plan: Exchange, source: int, target: int, chosen: Tensor) -> tuple[Rows, ...]:
    """The blocks that a rank gives to another that chooses them: [key/value heads, blocks of the source], booleans."""
    (always, choosing), found, block = _clauses_apart(plan.shape), [], plan.shape.ring.block
    for keys, blocks in zip(plan.shards[source], _blocks_of(plan.shards[source], block), strict=True):
        own, chosen = chosen[:, : len(blocks)], chosen[:, len(blocks) :]
        known, among = (_keys_needed(plan.shards[target], keys, clauses) for clauses in (always, choosing))
        of_blocks = [_runs_of_blocks(some, keys, block) for some in own]
        every = zip(known, among, of_blocks, strict=True)
        rows = Rows(keys, tuple(_union([*sure, *_common(may, blocks)]) for sure, may, blocks in every))
        if any(rows.runs):
            found.append(rows)
    return tuple(found)


def _runs_of_blocks(chosen: Tensor, keys: range, block: int) -> list[Run]:
    """The keys of those blocks that are chosen of a range of them; the last block may be longer than the range."""
    ends = torch.nn.functional.pad(chosen.int(), (1, 1)).diff().nonzero().view(-1, 2).tolist()
    return [Run(keys.start + block * first, keys.start + block * stop) for first, stop in ends]
