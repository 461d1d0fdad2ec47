"""Queries over caches of all ranks: each attends its own part, and all merge what they found."""

import itertools
from collections.abc import Callable, Iterable

import torch
from torch import Tensor

from ..checks import _integer, _require
from ..ring_plan.needed import _keys_of
from ..ring_plan.shape import Shape, _clauses
from .agreement import Said, _agree, _digest_of
from .attention import _accumulate_all, _attend_part, _mix_parts, _no_keys
from .call import RingCall
from .hops import _slices
from .places import _run_positions
from .ranks import RingError, _Ranks


def _answer_of_cache(
    call: RingCall, held: tuple[range, ...], query: Tensor, key: Tensor, value: Tensor
) -> list[Tensor]:
    """The results of `forward` for a rank's part of the cache, whose rows stand at `held`."""
    found = _no_keys(call.kernels, query, value)
    for run, rows in _slices(held).items():
        if len(run) and query.numel():
            keys = key[:, :, rows], value[:, :, rows]
            operands = call.with_pairs(slice(None), rows).operands
            _accumulate_all(found, _attend_part(call, query, *keys, call.q_offset, run.start, operands))
    return found


def _answer_of_all(call: RingCall, query: Tensor, value: Tensor, every: list[Tensor]) -> tuple[Tensor, Tensor]:
    """(out, lse) of the parts of all ranks, each as one tensor of float32 words, merged in the order of the ranks."""
    found = _no_keys(call.kernels, query, value)
    sizes = [part.nbytes // 4 for part in found]
    for some in every:
        split = zip(some.split(sizes), found, strict=True)
        _accumulate_all(found, [part.clone().view(like.dtype).view(like.shape) for part, like in split])
    _mix_parts(call, *found)
    return found[0].to(query.dtype), found[1] if call.kernels.sinks else found[1].float()


def _cached_at(k_offset: int | Iterable[range], key: Tensor) -> tuple[range, ...]:
    """The ranges of positions where a rank's keys stand."""
    rows = key.shape[2] if isinstance(key, Tensor) and key.dim() == 4 else 0  # what else it is, is refused elsewhere
    if isinstance(k_offset, Tensor) or not isinstance(k_offset, Iterable):
        first = _integer("k_offset", k_offset, 62)  # type: ignore[arg-type] # which it checks
        return (range(first, first + rows),)
    held = tuple(k_offset)
    for run in held:
        known = isinstance(run, range) and run.step == 1 and run.start >= 0
        _require(known, "k_offset has {!r}, must be an int, or ranges of positions with step 1", run, error=TypeError)
    places = sum(map(len, held))
    _require(places == rows, "k_offset has {} positions, must have {} like the rows of key", places, rows)
    return held


def _agree_on_caches(
    ranks: _Ranks, facts: dict[str, object], held: tuple[range, ...], query: Tensor, own: Tensor
) -> tuple[list[Said], list[list[range]], list[Tensor] | None]:
    """The messages of ranks, the places of their keys, and their parts of the answer, if these are in CPU memory."""
    ends = torch.tensor([end for run in held if len(run) for end in (run.start, run.stop)], dtype=torch.int64)
    added, travels = ends.view(torch.uint8), own.device.type == "cpu"
    if travels:
        added = torch.cat([added, own.view(torch.uint8)])
    digest = int(_digest_of(query)[:14], 16)
    said, every = _agree(ranks, "ring_decode", facts, len(ends) // 2, digest, added=added)
    sizes = [16 * one.number for one in said]
    places = [some[:size].view(torch.int64).tolist() for some, size in zip(every, sizes, strict=True)]
    caches = [[range(*pair) for pair in zip(some[::2], some[1::2], strict=True)] for some in places]
    parts = [some[size:].view(own.dtype) for some, size in zip(every, sizes, strict=True)] if travels else None
    return said, caches, parts


def _check_caches(
    ranks: _Ranks, said: list[Said], caches: list[list[range]], queries: range, shape_of: Callable[[], Shape]
) -> None:
    """Raise, on every rank, where queries differ, or where a position is in two caches, or needed and in none."""
    with ranks.together():
        wrong = next((rank for rank, one in enumerate(said) if one.other != said[0].other), None)
        if wrong is not None:
            words = f"query is another on rank {wrong} than on rank 0, must be the same to the bit: broadcast it"
            raise RingError(words)
        runs = sorted((run.start, run.stop, rank) for rank, some in enumerate(caches) for run in some)
        for (_, stop, rank), (start, _, other) in itertools.pairwise(runs):
            if start < stop:
                raise RingError(f"position {start} is in the caches of rank {rank} and rank {other}, must be in one")
        stops, starts = [0, *(run[1] for run in runs)], [*(run[0] for run in runs), shape_of().n]
        for hole in (range(*pair) for pair in zip(stops, starts, strict=True) if pair[0] < pair[1]):
            needed = [run for runs in _keys_of(queries, hole, _clauses(shape_of())) for run in runs]
            if needed:
                place = min(int(_run_positions(run)[0]) for run in needed)
                rows = f"queries at {queries.start}..{queries.stop} may attend to it"
                raise RingError(f"position {place} is in no cache, and {rows}: say by k_offset where keys stand")
