"""Plans and tensors: positions of runs, blocks that a `topk` chooses, and inputs of masks."""

import functools

import torch
from torch import Tensor

from .ring_exchange import Entries, Exchange, Rows, _blocks_of, _clauses_apart
from .ring_needed import _keys_needed
from .ring_runs import Run, _common, _union


def _run_positions(run: Run) -> Tensor:
    """The positions of a run in order, int64."""
    every = torch.arange(run.start, run.stop)
    if run.period == 1:
        return every
    kept = torch.tensor([bit == "1" for bit in reversed(f"{run.bits:0{run.period}b}")])
    return every[kept[every % run.period]]


def _rows_chosen(plan: Exchange, source: int, target: int, chosen: Tensor) -> tuple[Rows, ...]:
    """What a rank gives another that chooses some of its blocks: [key/value heads, blocks of the source], booleans."""
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


class Known(tuple[tuple[tuple[int, ...], ...], ...]):
    """Inputs that are hashed once."""

    def __hash__(self) -> int:
        """Of what it holds."""
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        return super().__hash__()


def _entries_of(*inputs: tuple[Tensor, int]) -> Entries:
    """The inputs that masks read as integers, for each batch entry; once where all entries share them.

    Each with how many numbers an entry has.
    """
    rows = [tensor.reshape(-1, numbers).tolist() for tensor, numbers in inputs]
    batch = max(map(len, rows))
    return Known(zip(*([tuple(row) for row in (some * batch)[:batch]] for some in rows), strict=True))
