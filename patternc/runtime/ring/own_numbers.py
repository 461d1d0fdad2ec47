"""Numbers that each rank has for its own queries and keys: they are checked, and put where they stand."""

import torch
from torch import Tensor, nn

from ..checks import _INTEGERS, _require
from ..input_tensors import _of_call
from ..ring_plan.steps import Shards
from .moves import _gathered, _places
from .ranks import _Ranks

Given = Tensor | tuple[Tensor, Tensor]


def _of_rank(
    name: str, given: Given, query: Tensor, key: Tensor, sides: str, dtypes: tuple[torch.dtype, ...] = _INTEGERS
) -> tuple[Tensor, ...]:
    """A number for each row of a rank, [rows] or [B, rows]: those of queries, of keys, or of both."""
    rows = {"queries": (query,), "keys": (key,), "both": (query, key)}[sides]
    every = zip(_of_sides(name, given, len(rows)), rows, strict=True)
    return tuple(_of_call(name, one, query, side, 0, side.shape[2], dtypes=dtypes) for one, side in every)


def _of_blocks(
    name: str, given: Given, query: Tensor, sides: str, count: int, dtypes: tuple[torch.dtype, ...] = _INTEGERS
) -> tuple[Tensor, ...]:
    """A number for each block of the whole sequence, [count] or [B, count], which all ranks have."""
    every = query.new_empty(1, 1, count, 0)
    named = _of_sides(name, given, 2 if sides == "both" else 1)
    return tuple(_of_call(name, one, query, every, 0, count, dtypes=dtypes) for one in named)


def _of_cache(
    name: str,
    given: Given,
    query: Tensor,
    key: Tensor,
    sides: str,
    q_offset: int,
    n: int,
    held: tuple[range, ...],
    dtypes: tuple[torch.dtype, ...] = _INTEGERS,
) -> tuple[Tensor, ...]:
    """A number for each of n positions, [n] or [B, n]: of queries that all ranks have, and of a rank's keys at `held`.

    Numbers of other positions are 0; no one reads them.
    """
    found, named = [], list(_of_sides(name, given, 2 if sides == "both" else 1))
    if sides != "keys":
        found.append(_of_call(name, named.pop(0), query, query, q_offset, n, dtypes=dtypes))
    if sides != "queries":
        own = _of_call(name, named.pop(), query, key, 0, key.shape[2], dtypes=dtypes)
        whole = own.new_zeros(*own.shape[:-1], n)
        for run, rows in zip(held, own.split([*map(len, held)], -1), strict=True):
            whole[..., run.start : run.stop] = rows
        found.append(whole)
    return tuple(found)


def _of_sides(name: str, given: Given, count: int) -> tuple[Tensor, ...]:
    """The tensors of an input: that of one side, or those of both, which may be one."""
    if not isinstance(given, tuple):
        return (given,) * count
    if count == 1:
        raise TypeError(f"{name} is a pair, must be a torch.Tensor: masks read it of one side")
    _require(len(given) == 2, "{} has {} tensors, must be a pair (of_queries, of_keys)", name, len(given))
    return given


def _of_all_ranks(ranks: _Ranks, shards: Shards, own: Tensor) -> Tensor:
    """The numbers of the whole sequence, [..., n], of those that each rank has for its rows, [..., rows]."""
    places = [_places(parts) for parts in shards]
    most = max(map(len, places))
    every = _gathered(ranks, "numbers of rows", nn.functional.pad(own, (0, most - own.shape[-1])))
    whole = own.new_empty(*own.shape[:-1], sum(map(len, places)))
    for rows, at in zip(every, places, strict=True):
        whole[..., at.to(whole.device)] = rows[..., : len(at)]
    return whole
