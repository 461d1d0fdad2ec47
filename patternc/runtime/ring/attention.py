"""Attention of a rank: its rows over the keys of all ranks, in both passes."""

import contextlib
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import torch
from torch import Tensor

from ..ring_plan.steps import HeadStage
from .agreement import _alone
from .call import Kernels, RingCall
from .hops import _accumulate, _arrivals, _Homeward, _live_pairs, _sent_back
from .moves import HeadShares
from .work import (
    GivenPart,
    _agree_on_backward,
    _call_of_stage,
    _first_only,
    _from_work,
    _lists_at_work,
    _of_all,
    _Shares,
    _to_work,
)

_Part = TypeVar("_Part")


class _RingAttention(torch.autograd.Function):
    """The attention of a rank's rows; both passes run all their transfers on every rank, whatever gradient is asked."""

    @staticmethod
    def forward(ctx, call, first, second, third, query, key, value, *tables):
        ctx.shape, ctx.call = (*_stack_of(call.kernels), *query.shape[:3], value.shape[3]), call.with_last(None)
        links = first, second, third
        pairs = () if call.kernels.learned is None else tables[-1:]
        with _on_device_of(query):
            rows = [_to_work(call, "queries, keys and values", x) for x in (query, key, value)]
            calls, saved, found = _forward_by_stages(call, rows, tables)
            ctx.own, ctx.each = [one.with_last(None) for one in calls], [len(some) for some in saved]
            ctx.save_for_backward(*links, *pairs, *itertools.chain.from_iterable(saved))
            ctx.set_materialize_grads(False)
            out, lse = (_unpacked_results(call, _from_work(call, "results", x)) for x in found)
        return out, lse

    @staticmethod
    def backward(ctx, grad_out, grad_lse):
        call, every = ctx.call, ctx.saved_tensors  # read once: hooks unpack them each time
        links, rest = every[:3], iter(every[3:])
        calls, learned = ctx.own, call.kernels.learned
        if learned is not None:
            pairs, asked = next(rest), int(ctx.needs_input_grad[-1])
            calls = [one.with_last(pairs).with_operand(learned, asked) for one in calls]
        saved = [list(itertools.islice(rest, several)) for several in ctx.each]
        query = saved[0][0]
        with _alone(call.ranks, "the backward of ring_attention"):
            _agree_on_backward(call, query)
            given = [query.new_zeros(ctx.shape) if grad_out is None else grad_out]
            if call.through_lse:
                none = query.new_zeros(ctx.shape[:-1], dtype=torch.float32)
                given.append(none if grad_lse is None else grad_lse.float())
            with torch.no_grad(), _on_device_of(query):
                flows = [_to_work(call, "gradients of results", _packed_results(call, x)) for x in given]
                grads, tables = _backward_by_stages(call, calls, flows, saved)
                grads = [_from_work(call, "gradients", x).to(query.dtype) for x in grads]
                own = [] if learned is None else [tables.pop()]  # of the rank's rows, which no other rank has
                tables = [_of_all(call, x) for x in tables] + [x for x in own if calls[0].of_pairs]
        found = _first_only(call.kernels.name, links, *grads, *tables)
        return None, None, None, None, *found, *[None] * (call.kernels.tables - len(tables))


def _forward_by_stages(
    call: RingCall, rows: list[Tensor], tables: tuple[Tensor, ...]
) -> tuple[list[RingCall], list[list[Tensor]], list[Tensor]]:
    """The calls of all stages, what each saves for its gradients, and (out, lse) of the rank's rows."""
    call = _lists_at_work(call)
    shares, calls, saved = _Shares(call), [], []
    (query, key, value), heads = rows, call.plan.shape.heads

    def of_stage(stage: HeadStage) -> Sequence[HeadShares]:
        keys = [(key, stage.kv_heads), (value, stage.kv_heads)] if stage.comes else []
        every = [(query, stage.heads), *keys]
        return _by_extent(every, (x for x, _ in every))

    keys: list[Tensor] = []
    for turn, arrived in enumerate(shares.coming("queries, keys and values", of_stage)):
        stage, keys = shares.stages[turn], arrived[1:] or keys
        own = _call_of_stage(call, tables, stage)
        own = call.kernels.choose(own, arrived[0], keys[0]) if call.kernels.choose else own
        found = _ring_forward(own, arrived[0], *keys)
        found = [x if place % 2 else x.to(query.dtype) for place, x in enumerate(found)]
        calls.append(own)
        saved.append([arrived[0], *keys, *found])
        lse = found[1] if call.kernels.sinks else found[1].float()
        results = (_packed_results(call, x) for x in (found[0], lse))
        several = [GivenPart(place, x, stage.heads, heads) for place, x in enumerate(results)]
        shares.give("results", turn, *([one] for one in several))
    return calls, saved, shares.results()


def _by_extent(parts: Sequence[_Part], tensors: Iterable[Tensor]) -> list[list[_Part]]:
    """The parts that travel together: those whose tensors have rows of as many numbers."""
    found: dict[int, list[_Part]] = {}
    for one, tensor in zip(parts, tensors, strict=True):
        found.setdefault(tensor.shape[3], []).append(one)
    return list(found.values())


def _backward_by_stages(
    call: RingCall, calls: list[RingCall], flows: list[Tensor], saved: list[list[Tensor]]
) -> tuple[list[Tensor], list[Tensor]]:
    """The gradients of the rank's queries, keys and values, in float32, and of its share of the heads of tables."""
    shares, tables, shape = _Shares(call), [], call.plan.shape
    of_keys: list[Tensor] = []
    for turn, arrived in enumerate(
        shares.coming("gradients of results", lambda stage: [[(x, stage.heads)] for x in flows])
    ):
        stage = shares.stages[turn]
        grad_out, *grad_lse = (_unpacked_results(call, x.contiguous()) for x in arrived)
        (grad_query, *grads), own = _ring_backward(calls[turn], grad_out, grad_lse, *saved[turn])
        of_keys = grads if stage.comes else [x.add_(grad) for x, grad in zip(of_keys, grads, strict=True)]
        given = [GivenPart(0, grad_query, stage.heads, shape.heads)]
        if stage.goes:
            given += [GivenPart(place, x, stage.kv_heads, shape.kv_heads) for place, x in enumerate(of_keys, 1)]
        shares.give("gradients", turn, *_by_extent(given, (one.tensor for one in given)))
        tables.append(own)
    return shares.results(), [torch.cat(x) if x[1:] else x[0] for x in zip(*tables, strict=True)]


@contextlib.contextmanager
def _on_device_of(tensor: Tensor) -> Iterator[None]:
    """Switch autocast off, and start kernels on the device of a tensor."""
    device = torch.cuda.device_of(tensor) if tensor.is_cuda else contextlib.nullcontext()
    with torch.autocast(tensor.device.type, enabled=False), device:
        yield


def _stack_of(kernels: Kernels) -> tuple[int, ...]:
    """The first extent of results where they hold those of several softmaxes, for gates to mix; otherwise none."""
    return (kernels.stacked,) if kernels.stacked else ()


def _packed_results(call: RingCall, result: Tensor) -> Tensor:
    """A result, or its gradient, as it travels: those of several softmaxes as more batch entries."""
    return result.flatten(0, 1) if call.kernels.stacked else result


def _unpacked_results(call: RingCall, result: Tensor) -> Tensor:
    """The way back of `_packed_results`."""
    return result.unflatten(0, (*_stack_of(call.kernels), -1)) if call.kernels.stacked else result


def _ring_forward(call: RingCall, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
    """The results of `forward` for the rank's queries and the keys of all ranks, out in float32."""
    found = _no_keys(call.kernels, query, value)
    for _, arrivals in _arrivals(call, "forward", key, value):
        for queries, rows, one in (pair for _, sections in arrivals for pair in _live_pairs(call, sections)):
            operands = call.operands_of(rows, one.keys)
            parts = _attend_part(call, query[:, :, rows], one.key, one.value, queries.start, one.keys.start, operands)
            _accumulate_all(_rows_in(found, rows), parts)
    _mix_parts(call, *found)
    return found


def _rows_in(found: Sequence[Tensor], rows: slice) -> list[Tensor]:
    """Select rows of results, as views: of out [B, H, N, D] and lse [B, H, N], and of those of each softmax."""
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
    """The results of `forward` for some queries and keys, out in float32."""
    numbers = call.scale, q_offset, k_offset, call.seq_len
    return call.kernels.forward(torch.float32, query, key, value, *numbers, *operands)


def _accumulate_all(found: Sequence[Tensor], parts: Sequence[Tensor]) -> None:
    """Merge the results of a part into those found so far: out and lse, and those of each softmax."""
    for place in range(0, len(found), 2):
        _accumulate(*found[place : place + 2], *parts[place : place + 2])


def _no_keys(kernels: Kernels, query: Tensor, value: Tensor) -> list[Tensor]:
    """The results of `forward` without any keys, out in float32."""
    out = query.new_zeros((*query.shape[:3], value.shape[3]), dtype=torch.float32)
    lse = query.new_full(query.shape[:3], -math.inf, dtype=torch.float64)
    if kernels.stacked:
        return [out.repeat(kernels.stacked, 1, 1, 1, 1), lse.repeat(kernels.stacked, 1, 1, 1)]
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

    Numbers of pairs are the last table; their gradient is whole, and has no entries unless it is asked for.
    Gradients of keys go back to the rank that has the keys, which adds them in the order of the steps.
    """
    grads = [torch.zeros(x.shape, dtype=torch.float32, device=x.device) for x in (query, key, value)]
    unasked = call.kernels.learned is not None and not call.of_pairs
    shapes = [(0,) if unasked and x is call.tables[-1] else x.shape for x in call.tables]
    tables = [torch.zeros(shape, dtype=torch.float32, device=query.device) for shape in shapes]
    homeward, extents = _Homeward(call, grads[1:]), [key.shape[3], value.shape[3]]
    for hop, arrivals in _arrivals(call, "backward", key, value):
        home = {}
        for of, sections in arrivals:
            parts = {
                one.keys: torch.zeros((*one.key.shape[:3], sum(extents)), device=one.key.device) for one in sections
            }
            for queries, rows, one in _live_pairs(call, sections):
                through_lse = grad_lse[0][:, :, rows].contiguous() if grad_lse else query.new_empty(0).float()
                grad_query, grad_key, grad_value, *shares = call.kernels.backward(
                    torch.float32,
                    query[:, :, rows],
                    one.key,
                    one.value,
                    *(x.contiguous() for x in _rows_in(found, rows)),
                    grad_out[..., rows, :],
                    through_lse,
                    call.scale,
                    queries.start,
                    one.keys.start,
                    call.seq_len,
                    *call.operands_of(rows, one.keys),
                )
                grads[0][:, :, rows] += grad_query
                parts[one.keys] += torch.cat([grad_key, grad_value], 3)
                for table, share in zip(_of_part(call, tables, rows, one.keys), shares, strict=True):
                    table += share
            if of == call.plan.rank:
                for one in sections:
                    for grad, part in zip(grads[1:], parts[one.keys].split(extents, 3), strict=True):
                        grad[:, :, one.own] += part
            elif sections:
                home[of] = torch.cat([_sent_back(one, parts[one.keys]) for one in sections], 1)
        if hop.live:
            homeward.bring(hop, home)
    homeward.finish()
    return grads, tables


def _of_part(call: RingCall, tables: list[Tensor], rows: slice, keys: range) -> list[Tensor]:
    """Gradients of tables, and of numbers of pairs [B, H, Nq, n] those of some rows and keys, as a view."""
    return [*tables[:-1], tables[-1][:, :, rows, keys.start : keys.stop]] if call.of_pairs else tables
