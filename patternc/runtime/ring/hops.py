"""Keys and values as they come to a rank hop by hop, and their gradients on the way back.

They are packed [B, rows, D + Dv]: of each row the numbers of its key, then those of its value.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from ..ring_plan.exchange import Exchange, LiveStep, Rows
from ..ring_plan.needed import _keys_of
from ..ring_plan.shape import _clauses
from ..ring_plan.steps import _stage_size
from .call import RingCall
from .places import Piece, _add_part, _in_shard, _part_of, _pieces, _slice


class Section(NamedTuple):
    """Keys [B, Hkv, len(keys), D] and values, of Dv numbers, at consecutive positions.

    They are a rank's own, or of what another has sent.
    """

    keys: range
    key: Tensor
    value: Tensor
    own: slice  # of the shard's rows, where they are the rank's own
    sent: tuple[Rows, ...] = ()  # one, where they came from another rank


Arrivals = list[tuple[int, list[Section]]]  # sections by the rank whose keys they are
PackedRows = dict[int, Tensor]  # by the rank whose keys they are


class HopRound(NamedTuple):
    """Steps of a rank whose rows are on their way together: what it is called, its number from 1 on, and the steps."""

    words: str
    place: int
    live: list[LiveStep]


def _arrivals(call: RingCall, words: str, key: Tensor, value: Tensor) -> Iterator[tuple[HopRound, Arrivals]]:
    """A rank's own sections, then those of others, round by round, while the next rounds are under way."""
    rounds = _rounds(call, words)
    passing: PackedRows = {}  # what the rank gives those of its node next
    ahead = len(rounds) if call.transport == "alltoall" else 1  # rounds that are begun at once
    coming = [_fetch(call, one, key, value, passing) for one in rounds[:ahead]]
    own = [Section(keys, key[:, :, rows], value[:, :, rows], rows) for keys, rows in _own_parts(call)]
    yield HopRound(f"hop 0 {words}", 0, []), [(call.plan.rank, own)]
    for turn, one in enumerate(rounds):
        wait, arrived = coming.pop(0)
        wait()
        passing = arrived if call.plan.passes_on(one.live[0].step) else passing
        later = rounds[turn + ahead : turn + ahead + 1]
        early = [after for after in later if words == "forward" or after.place == one.place + 1]
        coming += [_fetch(call, after, key, value, passing) for after in early]
        yield one, [(of, _unpacked(call, one, of, packed, key, value)) for of, packed in arrived.items()]
        # Not before the gradients of a round between: all ranks exchange in one order.
        coming += [_fetch(call, after, key, value, passing) for after in later if after not in early]


def _own_parts(call: RingCall) -> list[tuple[range, slice]]:
    """The ranges of positions that the rank works on, and which of its rows they are."""
    return list(_slices(call.plan.shards[call.plan.rank]).items())


def _slices(parts: tuple[range, ...]) -> dict[range, slice]:
    """The rows of a shard that its ranges cover."""
    return {part: _slice(rows) for part, rows in _in_shard(parts)}


def _rounds(call: RingCall, words: str) -> list[HopRound]:
    """The steps in which the rank has something to do: one by one, or in few stages, the same on all ranks."""
    live, steps = call.plan.live, call.plan.ranks - 1
    size = _stage_size(steps) if call.transport == "alltoall" else 1
    grouped = itertools.groupby(live, lambda one: (one.place - 1) // size + 1)
    return [HopRound(f"hop {place} of {-(-steps // size)} {words}", place, list(some)) for place, some in grouped]


def _fetch(
    call: RingCall, one: HopRound, key: Tensor, value: Tensor, passing: PackedRows
) -> tuple[Callable[[], None], PackedRows]:
    """Begin to exchange keys and values: how to wait for them, and where they arrive."""
    sends = {live.step.target: _rows_for(call.plan, live, key, value, passing) for live in one.live if live.outgoing}
    arrived = {live.step.source: _room((key, value), live.incoming) for live in one.live if live.incoming}
    wait = call.ranks.exchange(f"keys and values, {one.words}", sends, arrived)
    return wait, {live.step.arriving: arrived[live.step.source] for live in one.live if live.incoming}


def _room(like: Sequence[Tensor], rows: tuple[Rows, ...], dtype: torch.dtype | None = None) -> Tensor:
    """Room for packed rows. `like`: key and value, or their gradients."""
    first = like[0]
    return first.new_empty((len(first), sum(one.size for one in rows), sum(_extents(like))), dtype=dtype)


def _extents(like: Sequence[Tensor]) -> list[int]:
    """The numbers of a key and of a value in a packed row."""
    return [x.shape[3] for x in like]


def _rows_for(plan: Exchange, live: LiveStep, key: Tensor, value: Tensor, passing: PackedRows) -> Tensor:
    """The packed rows that go to a rank in a step: of the rank's shard, or of what it passes on."""
    leaving = live.step.leaving
    if leaving != plan.rank:
        return _part_of(passing[leaving], plan.for_node(leaving), live.outgoing)
    packed = _room((key, value), live.outgoing)
    for piece in _shard_pieces(plan, live, key.device):
        both = piece.of_packed(packed).split(_extents((key, value)), -1)
        for x, rows in zip((key, value), both, strict=True):
            rows.copy_(x[:, piece.heads, piece.place])
    return packed


def _shard_pieces(plan: Exchange, live: LiveStep, device: torch.device) -> Iterator[Piece]:
    """The rows of the rank's shard that it sends in a step."""
    slices = _slices(plan.shards[plan.rank])
    return _pieces([(rows, slices[rows.keys].start - rows.keys.start) for rows in live.outgoing], device)


def _unpacked(call: RingCall, one: HopRound, of: int, packed: Tensor, *like: Tensor) -> list[Section]:
    """The rows that the rank needs among those that arrived, with zeros between them, which no query attends to."""
    plan, found, start = call.plan, [], 0
    needed = plan.sent(of, plan.rank)
    if needed and plan.passes_on(one.live[0].step):
        packed = _part_of(packed, plan.for_node(of), needed)
    for rows in needed:
        span, size = rows.span, rows.size
        part, heads = packed[:, start : start + size], like[0].shape[1]
        whole = part.unflatten(1, (heads, -1)) if size == heads * len(span) else None
        if whole is None:
            whole = packed.new_zeros((len(packed), heads, len(span), packed.shape[2]))
            for piece in _pieces([(rows, -span.start)], packed.device):
                whole[:, piece.heads, piece.place] = piece.of_packed(part)
        key, value = whole.split(_extents(like), -1)
        found.append(Section(span, key, value, slice(0), (rows,)))
        start += size
    return found


def _live_pairs(call: RingCall, sections: list[Section]) -> Iterator[tuple[range, slice, Section]]:
    """The ranges of queries of the rank, and the sections with keys that some of them attend to."""
    clauses = _clauses(call.plan.shape)
    for queries, rows in _own_parts(call):
        for one in sections:
            if len(queries) and len(one.keys) and any(_keys_of(queries, one.keys, clauses)):
                yield queries, rows, one


def _accumulate(out: Tensor, lse: Tensor, part: Tensor, part_lse: Tensor) -> None:
    """Merge a part into (out, lse), in place, as one softmax over the keys of both."""
    weight = (part_lse - lse).sigmoid_()
    weight.masked_fill_(part_lse == -math.inf, 0.0)  # not -inf - -inf: neither may have keys
    out.lerp_(part.float(), weight.float().unsqueeze(-1))
    torch.logaddexp(lse, part_lse, out=lse)


def _sent_back(section: Section, grads: Tensor) -> Tensor:
    """The packed gradients of those rows of a section that were sent. `grads`: [B, Hkv, len(keys), D + Dv]."""
    if sum(rows.size for rows in section.sent) == section.key.shape[1] * len(section.keys):
        return grads.flatten(1, 2)  # of all of them
    packed = _room((section.key, section.value), section.sent, grads.dtype)
    for piece in _pieces([(rows, -section.keys.start) for rows in section.sent], grads.device):
        piece.of_packed(packed).copy_(grads[:, piece.heads, piece.place])
    return packed


class _Homeward:
    """Gradients of keys and values on their way to the ranks that have the keys, added in the order of the hops.

    Those of keys that came once for a node come together at the rank that passed them on, and cross once too.
    """

    def __init__(self, call: RingCall, grads: list[Tensor]) -> None:
        """Add what arrives to the gradients of the rank's keys and values."""
        self.call, self.grads = call, grads
        self.waiting: Callable[[], None] | None = None
        self.passing: tuple[HopRound, Tensor] | None = None  # the round that keys of a node came in, and the node's sum

    def bring(self, one: HopRound, found: PackedRows) -> None:
        """Begin to send gradients of what arrived in a round, and finish what was begun before."""
        plan, first = self.call.plan, one.live[0]
        if not plan.passes_on(first.step):
            steps = (live.step for live in one.live if live.step.arriving in found)
            self._exchange(one, {step.source: found[step.arriving] for step in steps})
            return
        self._cross()
        self.passing = one, _room(self.grads, first.incoming).zero_()
        if first.step.arriving in found:
            self._add_to_passing(plan.sent(first.step.arriving, plan.rank), found[first.step.arriving])

    def finish(self) -> None:
        """Finish all that was begun."""
        self._cross()
        self._finish_waiting()

    def _cross(self) -> None:
        """Begin to send the sum of the node home."""
        self._finish_waiting()
        if self.passing is not None:
            one, whole = self.passing
            self.passing = None
            self._exchange(one, {one.live[0].step.source: whole} if whole.numel() else {})

    def _exchange(self, one: HopRound, sends: PackedRows) -> None:
        """Begin to send gradients back in the steps that keys came in, and finish what was begun before."""
        words = f"gradients of keys and values, {one.words}"
        arriving = {live.step.target: _room(self.grads, live.outgoing) for live in one.live if live.outgoing}
        wait = self.call.ranks.exchange(words, sends, arriving)
        self._finish_waiting()

        def finish() -> None:
            wait()
            for live in one.live:
                if live.step.target in arriving:
                    self._add(live, arriving[live.step.target])

        self.waiting = finish

    def _finish_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting()
        self.waiting = None

    def _add(self, live: LiveStep, packed: Tensor) -> None:
        """Add what comes back for what was sent in a step."""
        plan = self.call.plan
        if live.step.leaving != plan.rank:
            self._add_to_passing(live.outgoing, packed)
            return
        for piece in _shard_pieces(plan, live, packed.device):
            both = piece.of_packed(packed).split(_extents(self.grads), -1)
            for grad, part in zip(self.grads, both, strict=True):
                piece.add(grad, part)

    def _add_to_passing(self, rows: tuple[Rows, ...], packed: Tensor) -> None:
        assert self.passing is not None
        one, whole = self.passing
        _add_part(whole, one.live[0].incoming, rows, packed)
