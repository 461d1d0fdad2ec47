"""Attention of a rank: its rows over the keys of all ranks, in both passes, and queries over caches of all ranks."""

import contextlib
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import torch
from torch import Tensor

from .checks import _integer, _require
from .ring_agreement import Said, _agree, _alone, _digest_of
from .ring_call import Kernels, RingCall
from .ring_exchange import Shape, _clauses
from .ring_hops import _accumulate, _arrivals, _Homeward, _live_pairs, _sent_back, _slices
from .ring_needed import _keys_of
from .ring_ranks import Part, RingError, _Ranks
from .ring_tensors import _run_positions
from .ring_transport import _of_heads
from .ring_work import _agree_on_backward, _first_only, _from_work, _of_all, _to_work


class _RingAttention(torch.autograd.Function):
    """The attention of a rank's rows; both passes run all their transfers on every rank, whatever gradient is asked."""

    @staticmethod
    def forward(ctx, call, first, second, third, query, key, value, *tables):
        ctx.shape = query.shape
        links = first, second, third
        with _on_device_of(query):
            query, key, value = (_to_work(call, "queries, keys and values", x) for x in (query, key, value))
            own = _call_of_work(call, tables)
            own = call.kernels.choose(own, query, key) if call.kernels.choose else own
            found = _ring_forward(own, query, key, value)
            found = [x if place % 2 else x.to(query.dtype) for place, x in enumerate(found)]
            ctx.call, ctx.own = call, own
            ctx.save_for_backward(*links, query, key, value, *found)
            ctx.set_materialize_grads(False)
            lse = found[1] if call.kernels.sinks else found[1].float()
            out, lse = (_from_work(call, "results", x) for x in (found[0], lse))
        return out, lse

    @staticmethod
    def backward(ctx, grad_out, grad_lse):
        call, every = ctx.call, ctx.saved_tensors  # read once: hooks unpack them each time
        links, saved = every[:3], every[3:]
        query = saved[0]
        with _alone(call.ranks, "the backward of ring_attention"):
            _agree_on_backward(call, query)
            given = [query.new_zeros(ctx.shape) if grad_out is None else grad_out]
            if call.through_lse:
                none = query.new_zeros(ctx.shape[:3], dtype=torch.float32)
                given.append(none if grad_lse is None else grad_lse.float())
            with torch.no_grad(), _on_device_of(query):
                grad_out, *grad_lse = (_to_work(call, "gradients of results", x).contiguous() for x in given)
                grads, tables = _ring_backward(ctx.own, grad_out, grad_lse, *saved)
                grads = [_from_work(call, "gradients", x).to(query.dtype) for x in grads]
                tables = [_of_all(call, x) for x in tables]
        return None, None, None, None, *_first_only(call.kernels.name, links, *grads, *tables)


@contextlib.contextmanager
def _on_device_of(tensor: Tensor) -> Iterator[None]:
    """Autocast is off, and kernels start on the device of a tensor."""
    device = torch.cuda.device_of(tensor) if tensor.is_cuda else contextlib.nullcontext()
    with torch.autocast(tensor.device.type, enabled=False), device:
        yield


def _call_of_work(call: RingCall, tables: tuple[Tensor, ...]) -> RingCall:
    """The call of the work: under `ulysses` of some heads, among the ranks that have the same."""
    every = [table.float().contiguous() for table in tables]
    if call.transport == "ulysses":
        ring = call.plan.shape.ring
        place, size = call.ranks.rank % ring.node_size, ring.node_size
        part, heads = Part(call.ranks, place, size, ring.nodes), call.plan.shape.heads // size
        every = [table.chunk(size)[place].contiguous() for table in every]
        call = call._replace(ranks=part, plan=_of_heads(call.plan, call.ranks.rank))
        if call.kernels.head_offset is not None:
            offset = call.number_in(call.kernels.head_offset) + place * heads
            call = call.with_operand(call.kernels.head_offset, offset)
    return call._replace(operands=(*call.operands[: len(call.operands) - len(every)], *every))


def _ring_forward(call: RingCall, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
    """What `forward` returns for the rank's queries and the keys of all ranks, out in float32."""
    found = _no_keys(call.kernels, query)
    for _, arrivals in _arrivals(call, "forward", key, value):
        for queries, rows, one in (pair for _, sections in arrivals for pair in _live_pairs(call, sections)):
            operands = call.operands_of(rows)
            parts = _attend_part(call, query[:, :, rows], one.key, one.value, queries.start, one.keys.start, operands)
            _accumulate_all(
                [x[..., rows, :] if place % 2 == 0 else x[..., rows] for place, x in enumerate(found)], parts
            )
    _mix_parts(call, *found)
    return found


def _rows_in(found: Sequence[Tensor], rows: slice) -> list[Tensor]:
    """Some rows of results: of out [B, H, N, D] and lse [B, H, N], and of those of each softmax."""
    return [x[..., rows] if place % 2 else x[..., rows, :] for place, x in enumerate(found)]


def _attend_part(
    call: RingCall,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    q_offset: int,
    k_offset: int,
    operands: tuple[object, ...],
) -> tuple[Tensor, ...]:
    """What `forward` returns for some queries and keys, out in float32."""
    numbers = call.scale, q_offset, k_offset, call.seq_len
    return call.kernels.forward(torch.float32, query, key, value, *numbers, *operands)


def _accumulate_all(found: Sequence[Tensor], parts: Sequence[Tensor]) -> None:
    """Take the results of a part into those found so far: out and lse, and those of each softmax."""
    for place in range(0, len(found), 2):
        _accumulate(*found[place : place + 2], *parts[place : place + 2])


def _no_keys(kernels: Kernels, query: Tensor) -> list[Tensor]:
    """What `forward` returns where there are no keys, out in float32."""
    out = query.new_zeros(query.shape, dtype=torch.float32)
    lse = query.new_full(query.shape[:3], -math.inf, dtype=torch.float64)
    if kernels.softmaxes == 1:
        return [out, lse]
    return [out, lse, out.repeat(kernels.softmaxes, 1, 1, 1, 1), lse.repeat(kernels.softmaxes, 1, 1, 1)]


def _mix_parts(call: RingCall, out: Tensor, lse: Tensor, *each: Tensor) -> None:
    """Fill the heads that combine several softmaxes, in out and lse, from the results of each softmax."""
    for one in call.kernels.mixtures:
        (parts, part_lses), own = each, slice(None)
        if one.heads is not None:
            heads, offset = one.heads(call.number_in(call.kernels.num_heads)), call.number_in(call.kernels.head_offset)
            own = slice(max(heads.start - offset, 0), max(heads.stop - offset, 0))
        some, lses = parts[: one.softmaxes, :, own], part_lses[: one.softmaxes, :, own]
        if one.divisor:
            out[:, own] = some.sum(0) / one.divisor
            lse[:, own] = 0.0
        else:
            lse[:, own] = lses.logsumexp(0)
            weights = lses.softmax(0).float().masked_fill(lses == -math.inf, 0.0)  # NaN where there are no keys at all
            out[:, own] = (weights.unsqueeze(-1) * some).sum(0)


def _ring_backward(
    call: RingCall,
    grad_out: Tensor,
    grad_lse: list[Tensor],  # at most one
    query: Tensor,
    key: Tensor,
    value: Tensor,
    *found: Tensor,
) -> tuple[list[Tensor], list[Tensor]]:
    """The gradients of the rank's queries, keys and values, in float32, and its share of those of tables.

    Gradients of keys go back to the rank that has the keys, which adds them in the order of the steps.
    """
    grads = [torch.zeros(x.shape, dtype=torch.float32, device=x.device) for x in (query, key, value)]
    tables = [torch.zeros_like(table) for table in call.tables]
    homeward = _Homeward(call, grads[1:])
    for hop, arrivals in _arrivals(call, "backward", key, value):
        home = {}
        for of, sections in arrivals:
            parts = {one.keys: one.key.new_zeros((2, *one.key.shape), dtype=torch.float32) for one in sections}
            for queries, rows, one in _live_pairs(call, sections):
                through_lse = grad_lse[0][:, :, rows].contiguous() if grad_lse else query.new_empty(0).float()
                grad_query, grad_key, grad_value, *shares = call.kernels.backward(
                    torch.float32,
                    query[:, :, rows],
                    one.key,
                    one.value,
                    *(x.contiguous() for x in _rows_in(found, rows)),
                    grad_out[:, :, rows],
                    through_lse,
                    call.scale,
                    queries.start,
                    one.keys.start,
                    call.seq_len,
                    *call.operands_of(rows),
                )
                grads[0][:, :, rows] += grad_query
                parts[one.keys] += torch.stack([grad_key, grad_value])
                for table, share in zip(tables, shares, strict=True):
                    table += share
            if of == call.plan.rank:
                for one in sections:
                    for grad, part in zip(grads[1:], parts[one.keys], strict=True):
                        grad[:, :, one.own] += part
            elif sections:
                home[of] = torch.cat([_sent_back(one, parts[one.keys]) for one in sections], 2)
        if hop.live:
            homeward.bring(hop, home)
    homeward.finish()
    return grads, tables


def _answer_of_cache(
    call: RingCall, held: tuple[range, ...], query: Tensor, key: Tensor, value: Tensor
) -> list[Tensor]:
    """What `forward` returns for a rank's part of the cache, whose rows stand at `held`."""
    found = _no_keys(call.kernels, query)
    for run, rows in _slices(held).items():
        if len(run) and query.numel():
            keys = key[:, :, rows], value[:, :, rows]
            _accumulate_all(found, _attend_part(call, query, *keys, call.q_offset, run.start, call.operands))
    return found


def _answer_of_all(call: RingCall, query: Tensor, every: list[Tensor]) -> tuple[Tensor, Tensor]:
    """(out, lse) of the parts of all ranks, each as one tensor of float32 words, merged in the order of the ranks."""
    found = _no_keys(call.kernels, query)
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
    """What ranks say, where their keys stand, and their parts of the answer, if these are in CPU memory."""
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
