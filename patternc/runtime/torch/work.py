"""The work of both passes of a call, block by block."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from .blocks import Block, _entry

Pull = Callable[[Tensor], tuple[Tensor, ...]]  # from the gradient of modified scores to those of scores, and of tables


class Saved(NamedTuple):
    """The tensors [B, H, N(, D)] that gradients need of the forward pass, and the incoming gradients."""

    out: Tensor
    lse: Tensor
    grad_out: Tensor
    grad_lse: Tensor  # empty where nothing depends on the lse
    parts: Tensor | None = None  # [S, B, H, N, D]: the output of each of several softmaxes
    part_lses: Tensor | None = None


class Work(NamedTuple):
    """The work of a pattern for one call.

    `runs` yields what attends to what: it takes the heads, the positions of queries and of keys, how many query heads
    share a key, and masks of a batch entry by name.
    """

    runs: Callable[..., Iterator[Block]]
    masks: dict[str, Tensor] = {}  # noqa: RUF012 -- of each batch entry, or of all alike; nobody changes it
    modified: Callable[[Block, Tensor], tuple[Tensor, Pull]] | None = None  # scores, where they are not just products
    tables: tuple[Tensor, ...] = ()  # [H, distances], what is added to scores, or [1 or B, 1 or H, Nq, Nk]
    learned: int | None = None  # whether the last of these, numbers of pairs, has a gradient; None: it is a table
    kept: Callable[[Block, torch.device], Tensor] | None = None  # what weights are times, where some are dropped
    listed: tuple[Callable[..., bool], Callable[..., None]] | None = None  # attention of listed blocks, its gradients
    softmaxes: int = 1  # the most of a head
    stacked: bool = False  # the results are those of each softmax, which gates then mix
    # How they are combined, and what gradients take each for, where a head has several, or one is divided.
    combined: tuple[Callable[[Tensor, Tensor], tuple[Tensor, Tensor]], Callable[[Saved], tuple[Tensor, ...]]] | None = (
        None
    )


class Call(NamedTuple):
    """A call: query [B, H, Nq, D], key and value [B, Hkv, Nk, D], and the positions of the first query and key."""

    work: Work
    query: Tensor
    key: Tensor
    value: Tensor
    scale: float
    q_offset: int | Tensor  # or of each batch entry
    k_offset: int
    seq_len: int

    @property
    def fusable(self) -> bool:
        """Whether torch's fused attention for CPUs may do, which gives and takes the lse.

        It multiplies the -inf of pairs that are not seen by the scale.
        """
        plain = self.work.modified is None and self.work.kept is None
        return plain and self.query.device.type == "cpu" and self.scale >= torch.finfo(torch.float32).tiny

    @property
    def starts(self) -> list[int]:
        """The position of the first query of each batch entry; queries outside of the sequence attend to no key."""
        return self.q_offset.tolist() if isinstance(self.q_offset, Tensor) else [self.q_offset] * len(self.query)

    def runs(self) -> Iterator[Block]:
        """The pairs of blocks that attend to one another, entry by entry."""
        heads, rows = self.query.shape[1:3]
        keys, group = range(self.k_offset, self.k_offset + self.key.shape[2]), heads // self.key.shape[1]
        for entry, start in enumerate(self.starts):
            queries = range(max(0, start), min(start + rows, self.seq_len))
            masks = {name: _entry(mask, entry) for name, mask in self.work.masks.items()}
            for run in self.work.runs(range(heads), queries, keys, group, **masks) if queries else ():
                yield run._replace(entry=entry, origin=start, key_origin=self.k_offset)
