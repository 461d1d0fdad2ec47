"""The work of a rank: rows and heads that it gets in exchange for those of callers, and gradients on the way back."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from ..checks import _INTEGERS, _require
from ..input_tensors import _of_call
from ..ring_plan.exchange import _blocks_of_shards
from ..ring_plan.shape import Entries, Ring, _shards
from ..ring_plan.steps import HeadStage, Shards
from ..ring_plan.transport import _of_heads, _stages_of
from .agreement import _agree, _alone, _told
from .call import RingCall
from .moves import HeadShares, _by_heads, _by_rows, _exchanged, _gathered, _relaid
from .places import _in_shard, _slice
from .ranks import Part, RingError, _Ranks


def _to_work(call: RingCall, words: str, tensor: Tensor) -> Tensor:
    """The rows that a rank works on, of a tensor [B, H, rows, ...] with those that callers hold."""
    old, new = call.plan.held, call.plan.shards
    return tensor if old == new else _relaid(call.ranks, words, tensor, old, new)


def _from_work(call: RingCall, words: str, tensor: Tensor) -> Tensor:
    """The way back of `_to_work`."""
    old, new = call.plan.held, call.plan.shards
    return tensor if old == new else _relaid(call.ranks, words, tensor, new, old)


def _sharing(call: RingCall) -> tuple[Part, Shards]:
    """The ranks that share out heads with this one under `ulysses`, and the positions that each works on."""
    size = call.plan.shape.sharing
    part = Part(call.ranks, call.ranks.rank // size * size, 1, size)
    return part, tuple(call.plan.shards[one] for one in part.names)


def _lists_at_work(call: RingCall) -> RingCall:
    """The call with the lists of the rows that the rank works on; under `ulysses` those of its share of the heads."""
    every = call.plan.shape.ring.lists
    for turn, (one, place) in enumerate(zip(every, call.kernels.lists, strict=True), 1):
        words = f"lists of keys, {turn} of {len(every)}"
        lists = _to_work(call, words, call.tensor_at(place))
        if call.transport == "ulysses":
            part, shards = _sharing(call)
            owned = lists.expand(-1, part.size, -1, -1) if one.owner == "shared" else lists
            shares = [(owned, range(owned.shape[1] // part.size))]
            (lists,) = _by_heads(part, words, shares, _blocks_of_shards(shards, one.rows))()
        call = call.with_operand(place, lists)
    return call


class GivenPart(NamedTuple):
    """A part of a result: the number of the result, its heads within the rank's share, and the number of all heads."""

    place: int
    tensor: Tensor
    heads: range
    total: int


class _Shares:
    """The shares that a rank attends, stage by stage: under `ulysses` heads of its share, else all heads of its rows.

    Those of the next stage come, and results of the last one go, while a stage is attended.
    """

    def __init__(self, call: RingCall) -> None:
        """Find the stages, and the ranks that share out the heads with this one."""
        shape, rank = call.plan.shape, call.ranks.rank
        self.stages: tuple[HeadStage, ...] = (HeadStage(range(shape.heads), range(shape.kv_heads)),)
        self.part, self.rows = None, sum(map(len, call.plan.shards[rank]))
        if call.transport == "ulysses":
            self.stages = _stages_of(call.plan)
            self.part, self.shards = _sharing(call)
        self.whole: dict[int, Tensor] = {}
        self.waiting: list[Callable[[], None]] = []

    def coming(self, words: str, of_stage: Callable[[HeadStage], Sequence[HeadShares]]) -> Iterator[list[Tensor]]:
        """The tensors of each stage, of which those of one group travel together."""
        begun = self._begun(words, 0, of_stage)
        for turn, _ in enumerate(self.stages, 1):
            arrived = [x for finish in begun for x in finish()]
            begun = self._begun(words, turn, of_stage)
            yield arrived

    def _begun(
        self, words: str, turn: int, of_stage: Callable[[HeadStage], Sequence[HeadShares]]
    ) -> list[Callable[[], list[Tensor]]]:
        groups = [some for stage in self.stages[turn : turn + 1] for some in of_stage(stage)]
        if self.part is None:
            return [functools.partial(list, [x for x, _ in some]) for some in groups]
        return [_by_heads(self.part, self._words(words, turn), some, self.shards) for some in groups]

    def give(self, words: str, turn: int, *groups: list[GivenPart]) -> None:
        """Begin to send results of a stage to the ranks whose rows they are, those of one group together."""
        for some in groups:
            if self.part is None:
                self.whole |= {one.place: one.tensor for one in some}
                continue
            for place, x, _, total in some:
                self.whole.setdefault(place, x.new_empty((len(x), total, self.rows, *x.shape[3:])))
            into = [(self.whole[one.place], one.heads) for one in some]
            tensors = [one.tensor for one in some]
            self.waiting.append(_by_rows(self.part, self._words(words, turn), tensors, into, self.shards))

    def results(self) -> list[Tensor]:
        """All results, of the rank's own rows and all heads."""
        for wait in self.waiting:
            wait()
        return [self.whole[place] for place in sorted(self.whole)]

    def _words(self, words: str, turn: int) -> str:
        return f"{words}, stage {turn + 1} of {len(self.stages)}"


def _call_of_stage(call: RingCall, tables: tuple[Tensor, ...], stage: HeadStage) -> RingCall:
    """The call of a stage: under `ulysses` of some heads, among the ranks that have the same."""
    every = [table.float().contiguous() for table in tables]
    if call.kernels.learned is not None:
        every[-1] = tables[-1]  # numbers of pairs, of any strides
    if call.transport == "ulysses":
        size = call.plan.shape.sharing
        place = call.ranks.rank % size
        part = Part(call.ranks, place, size, call.plan.ranks // size)
        every = [table.chunk(size)[place][stage.heads.start : stage.heads.stop].contiguous() for table in every]
        call = _lists_of_stage(call, stage)._replace(ranks=part, plan=_of_heads(call.plan, call.ranks.rank, stage))
        if call.kernels.head_offset is not None:
            offset = call.plan.shape.head_offset
            call = call.with_operand(call.kernels.head_offset, offset)
    return call._replace(operands=(*call.operands[: len(call.operands) - len(every)], *every))


def _lists_of_stage(call: RingCall, stage: HeadStage) -> RingCall:
    """The call with the lists of the heads of a stage, of those of the rank's share."""
    own = {"shared": range(1), "kv_heads": stage.kv_heads, "heads": stage.heads}
    for one, place in zip(call.plan.shape.ring.lists, call.kernels.lists, strict=True):
        call = call.with_operand(place, call.tensor_at(place)[:, _slice(own[one.owner])].contiguous())
    return call


def _of_all(call: RingCall, grad: Tensor) -> Tensor:
    """The gradient of a table of which each rank has a share of the rows or, under `ulysses`, of the heads too."""
    every = _gathered(call.ranks, "gradients of tables", grad)
    size = call.plan.shape.sharing if call.transport == "ulysses" else 1
    return torch.cat([functools.reduce(torch.add, every[place::size]) for place in range(size)])


def _rows_of(tensor: Tensor, parts: tuple[range, ...], dim: int) -> Tensor:
    """Rows of a tensor that has the whole sequence along `dim`; they know how long that is."""
    whole = tensor.movedim(dim, 0)
    rows = torch.cat([whole[_slice(part)].movedim(0, dim) for part in parts], dim)
    vars(rows)["_ring_whole"] = len(whole)  # for `_whole_lengths`
    return rows


def _of_all_ranks(
    name: str,
    given: Tensor,
    query: Tensor,
    ranks: _Ranks,
    ring: Ring,
    inputs: Callable[[], Entries],
    dtypes: tuple[torch.dtype, ...] = _INTEGERS,
) -> Tensor:
    """A number for each position of the sequence, [n] or [B, n], of those that each rank has for its rows."""
    with _told(ranks, "unshard", query):
        given = _of_call(name, given, query, query, 0, query.shape[2], dtypes=dtypes)
    return _whole_of(ranks, ring, inputs, {"input": name}, given, -1)


def _whole_of(
    ranks: _Ranks, ring: Ring, inputs: Callable[[], Entries], facts: dict[str, object], tensor: Tensor, dim: int
) -> Tensor:
    """The whole sequence, on every rank, of the rows of all.

    `inputs`: gives those that masks read; `facts`: what else must be the same on all ranks.
    """
    with _alone(ranks, "unshard"):
        with _told(ranks, "unshard", tensor):
            _require(isinstance(tensor, Tensor), "tensor is a {}, must be a torch.Tensor", type(tensor).__name__)
            some = -tensor.dim() <= dim < tensor.dim()
            _require(some, "dim is {}, must be a dimension of a tensor that has {}", dim, tensor.dim())
            rows = tensor.detach().movedim(dim, 0).contiguous()
            ranks.check_device(rows)
        shape = {"dtype": str(rows.dtype), "device": rows.device.type, "shape of a row": [*rows.shape[1:]]}
        said, _ = _agree(ranks, "unshard", shape | facts, len(rows), _whole_lengths(tensor)[0])
        with ranks.together():
            lengths = [one.number for one in said]
            shards = _shards(ring, sum(lengths), inputs())
            shares = [sum(map(len, parts)) for parts in shards]
            _require(lengths == shares, "ranks have {} rows, must have {} in layout {}", lengths, shares, ring.layout)
        _check_whole(ranks, sum(lengths), [(rank, one.other) for rank, one in enumerate(said)])
        ranks.connect(rows)
        receives = {rank: rows.new_empty((lengths[rank], *rows.shape[1:])) for rank in ranks.others}
        _exchanged(ranks, "rows", dict.fromkeys(receives, rows), receives)
    whole = rows.new_empty((sum(lengths), *rows.shape[1:]))
    for rank, parts in enumerate(shards):
        for part, place in _in_shard(parts):
            whole[_slice(part)] = receives.get(rank, rows)[_slice(place)]
    return whole.movedim(0, dim)


def _whole_lengths(*tensors: Tensor) -> list[int]:
    """The lengths of the sequences that rows were taken from by `shard`, as far as tensors say; [0]: they do not."""
    return sorted({vars(x).get("_ring_whole", 0) for x in tensors if isinstance(x, Tensor)} - {0}) or [0]


def _check_whole(ranks: _Ranks, n: int, wholes: list[tuple[int, int]]) -> None:
    """Raise on rows of other sequences than that of n positions: there may be as many. `wholes`: ranks and lengths."""
    others = [(rank, one) for rank, one in wholes if one not in (0, n)]
    words = "rows of rank {} are of a sequence of {} positions, must be of {} as those of all ranks"
    with ranks.together() if len(wholes) == ranks.size else contextlib.nullcontext():
        _require(not others, words, *next(iter(others), (0, 0)), n, error=RingError)


def _agree_on_backward(call: RingCall, query: Tensor) -> None:
    """Raise on every rank where ranks go back through different calls."""
    if call.ranks.compares(query) != "always":
        return
    said, _ = _agree(call.ranks, "the backward of ring_attention", {}, call.number)
    other = next((rank for rank, one in enumerate(said) if one.number != said[0].number), None)
    if other is not None:
        words = "the backward of another call of ring_attention than rank 0, must be in that of the same"
        advice = "a loss must depend on the same calls on every rank, in the same order"
        with call.ranks.together():
            raise RingError(f"rank {other} is in {words}: {advice}")


class _Gradients(torch.autograd.Function):
    """Gradients as they are, which have no derivatives."""

    @staticmethod
    def forward(ctx, pattern, *inputs):
        ctx.pattern = pattern
        return tuple(x.view_as(x) for x in inputs[3:])

    @staticmethod
    def backward(ctx, *_):
        raise NotImplementedError(f"{ctx.pattern}: ring_attention has first derivatives only")


def _first_only(pattern: str, links: tuple[Tensor, ...], *grads: Tensor) -> tuple[Tensor, ...]:
    """The tensors, with an error in place of second derivatives if autograd records any; `links`: three."""
    return _Gradients.apply(pattern, *links, *grads) if torch.is_grad_enabled() else grads


def _links(*tensors: Tensor) -> Iterator[Tensor]:
    """Empty tensors that autograd finds these by: what is saved may be other rows."""
    return (x[:0].clone() for x in tensors)


class _OfAllRanks(torch.autograd.Function):
    """A tensor that all ranks have, whose gradient is the sum of theirs."""

    @staticmethod
    def forward(ctx, pattern, ranks, tensor):
        ctx.pattern, ctx.ranks, ctx.dtype = pattern, ranks, tensor.dtype
        ctx.save_for_backward(tensor)
        return tensor.double()

    @staticmethod
    def backward(ctx, grad):
        with _alone(ctx.ranks, "the backward of ring_attention"), torch.no_grad():
            total = functools.reduce(torch.add, _gathered(ctx.ranks, "gradient of the sink", grad))
        return None, None, *_first_only(ctx.pattern, (*ctx.saved_tensors, total, total), total.to(ctx.dtype))
