"""Keys and values as they come to a rank hop by hop, and their gradients on the way back."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from .ring_call import RingCall
from .ring_exchange import Exchange, Rows, _clauses
from .ring_needed import _keys_of
from .ring_places import Piece, _add_part, _part_of, _pieces
from .ring_steps import Step


class Section(NamedTuple):
    """Keys [B, Hkv, len(keys), D] and values at consecutive positions: a rank's own, or of what another has sent."""

    keys: range
    key: Tensor
    value: Tensor
    own: slice  # of the shard's rows, where they are the rank's own
    sent: tuple[Rows, ...] = ()  # one, where they came from another rank


Arrivals = list[tuple[int, list[Section]]]  # sections by the rank whose keys they are
Steps = list[Step]
PackedRows = dict[int, Tensor]  # by the rank whose keys they are, rows [2, B, rows, D]


def _arrivals(call: RingCall, words: str, key: Tensor, value: Tensor) -> Iterator[tuple[str, Steps, Arrivals]]:
    """The name of a hop, and sections: a rank's own, then those of others while the next transfer is under way."""
    rounds = _rounds(call)
    hops = [f"hop {place} of {len(rounds)} {words}" for place in range(len(rounds) + 1)]
    passing: PackedRows = {}  # what the rank gives those of its node next
    coming = _fetch(call, hops[1], rounds[0], key, value, passing) if rounds else None
    own = [Section(keys, key[:, :, rows], value[:, :, rows], rows) for keys, rows in _own_parts(call)]
    yield hops[0], [], [(call.plan.rank, own)]
    for place, steps in enumerate(rounds, 1):
        assert coming is not None
        wait, arrived = coming
        wait()
        passing = arrived if call.plan.passes_on(steps[0]) else passing
        coming = _fetch(call, hops[place + 1], rounds[place], key, value, passing) if place < len(rounds) else None
        yield hops[place], steps, [(of, _unpacked(call, steps, of, packed, key)) for of, packed in arrived.items()]


def _own_parts(call: RingCall) -> list[tuple[range, slice]]:
    """The ranges of positions that the rank works on, and which of its rows they are."""
    return list(_slices(call.plan.shards[call.plan.rank]).items())


def _slices(parts: tuple[range, ...]) -> dict[range, slice]:
    """Which rows of a shard its ranges are."""
    ends = itertools.accumulate(map(len, parts), initial=0)
    return {part: slice(*pair) for part, pair in zip(parts, itertools.pairwise(ends), strict=True)}


def _rounds(call: RingCall) -> list[Steps]:
    """The steps one by one, or all at once. Where nothing is sent they stay: all ranks send in the same order."""
    steps = list(call.plan.steps)
    return [steps] if steps and call.transport == "alltoall" else [[step] for step in steps]


def _fetch(
    call: RingCall, hop: str, steps: Steps, key: Tensor, value: Tensor, passing: PackedRows
) -> tuple[Callable[[], None], PackedRows]:
    """Begin to exchange keys and values: how to wait for them, and where they arrive."""
    plan = call.plan
    sends = {step.target: _rows_for(plan, step, key, value, passing) for step in steps if plan.outgoing(step)}
    arrived = {step.source: _room(key, plan.incoming(step)) for step in steps if plan.incoming(step)}
    wait = call.ranks.exchange(f"keys and values, {hop}", sends, arrived)
    return wait, {step.arriving: arrived[step.source] for step in steps if step.source in arrived}


def _room(like: Tensor, rows: tuple[Rows, ...], dtype: torch.dtype | None = None) -> Tensor:
    return like.new_empty((2, len(like), sum(one.size for one in rows), like.shape[3]), dtype=dtype)


def _rows_for(plan: Exchange, step: Step, key: Tensor, value: Tensor, passing: PackedRows) -> Tensor:
    """The rows [2, B, rows, D] that go to a rank in a step: of the rank's shard, or of what it passes on."""
    if step.leaving != plan.rank:
        return _part_of(passing[step.leaving], plan.for_node(step.leaving), plan.outgoing(step))
    packed = _room(key, plan.outgoing(step))
    for piece in _shard_pieces(plan, step, key.device):
        for x, rows in zip((key, value), piece.of_packed(packed), strict=True):
            rows.copy_(x[:, piece.heads, piece.place])
    return packed


def _shard_pieces(plan: Exchange, step: Step, device: torch.device) -> Iterator[Piece]:
    """What goes out in a step, in the rank's shard."""
    slices = _slices(plan.shards[plan.rank])
    return _pieces([(rows, slices[rows.keys].start - rows.keys.start) for rows in plan.outgoing(step)], device)


def _unpacked(call: RingCall, steps: Steps, of: int, packed: Tensor, like: Tensor) -> list[Section]:
    """What the rank needs of what has arrived, with zeros between the rows, which no query attends to."""
    plan, found, start = call.plan, [], 0
    needed = plan.sent(of, plan.rank)
    if needed and plan.passes_on(steps[0]):
        packed = _part_of(packed, plan.for_node(of), needed)
    for rows in needed:
        span, size = rows.span, rows.size
        whole = like.new_zeros((2, *like.shape[:2], len(span), like.shape[3]))
        for piece in _pieces([(rows, -span.start)], like.device):
            whole[:, :, piece.heads, piece.place] = piece.of_packed(packed[:, :, start : start + size])
        found.append(Section(span, whole[0], whole[1], slice(0), (rows,)))
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
    """Take a part into (out, lse), in place, as one softmax over the keys of both."""
    weight = (part_lse - lse).sigmoid_()
    weight.masked_fill_(part_lse == -math.inf, 0.0)  # not -inf - -inf: neither may have keys
    out.lerp_(part.float(), weight.float().unsqueeze(-1))
    torch.logaddexp(lse, part_lse, out=lse)


def _sent_back(section: Section, grads: Tensor) -> Tensor:
    """The gradients of those rows [2, B, rows, D] of a section that were sent."""
    packed = _room(section.key, section.sent, grads.dtype)
    for piece in _pieces([(rows, -section.keys.start) for rows in section.sent], grads.device):
        piece.of_packed(packed).copy_(grads[:, :, piece.heads, piece.place])
    return packed


class _Homeward:
    """Gradients of keys and values on their way to the ranks that have the keys, added in the order of the hops.

    Those of keys that came once for a node come together at the rank that passed them on, and cross once too.
    """

    def __init__(self, call: RingCall, grads: list[Tensor]) -> None:
        """Add what arrives to the gradients of the rank's keys and values."""
        self.call, self.grads = call, grads
        self.waiting: Callable[[], None] | None = None
        self.passing: tuple[str, Step, Tensor] | None = None  # the sum of a node, and the hop that its keys came in

    def bring(self, hop: str, steps: Steps, found: PackedRows) -> None:
        """Begin to send gradients of what arrived in a hop, and finish what was begun before."""
        plan = self.call.plan
        if not plan.passes_on(steps[0]):
            self._exchange(hop, steps, {step.source: found[step.arriving] for step in steps if step.arriving in found})
            return
        self._cross()
        (step,) = steps
        whole = plan.incoming(step)
        self.passing = hop, step, _room(self.grads[0], whole).zero_()
        if step.arriving in found:
            self._add_to_passing(plan.sent(step.arriving, plan.rank), found[step.arriving])

    def finish(self) -> None:
        """Finish all that was begun."""
        self._cross()
        self._finish_waiting()

    def _cross(self) -> None:
        """Begin to send the sum of the node home."""
        self._finish_waiting()
        if self.passing is not None:
            hop, step, whole = self.passing
            self.passing = None
            self._exchange(hop, [step], {step.source: whole} if whole.numel() else {})

    def _exchange(self, hop: str, steps: Steps, sends: PackedRows) -> None:
        """Begin to send gradients back in the steps that keys came in, and finish what was begun before."""
        plan, words = self.call.plan, f"gradients of keys and values, {hop}"
        arriving = {step.target: _room(self.grads[0], plan.outgoing(step)) for step in steps if plan.outgoing(step)}
        wait = self.call.ranks.exchange(words, sends, arriving)
        self._finish_waiting()

        def finish() -> None:
            wait()
            for step in steps:
                if step.target in arriving:
                    self._add(step, arriving[step.target])

        self.waiting = finish

    def _finish_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting()
        self.waiting = None

    def _add(self, step: Step, packed: Tensor) -> None:
        """Add what comes back for what was sent in a step."""
        plan = self.call.plan
        if step.leaving != plan.rank:
            self._add_to_passing(plan.outgoing(step), packed)
            return
        for piece in _shard_pieces(plan, step, packed.device):
            for grad, part in zip(self.grads, piece.of_packed(packed), strict=True):
                piece.add(grad, part)

    def _add_to_passing(self, rows: tuple[Rows, ...], packed: Tensor) -> None:
        assert self.passing is not None
        _, step, whole = self.passing
        _add_part(whole, self.call.plan.incoming(step), rows, packed)
