"""What both passes of a call compute, block by block."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from torch import Tensor

from .blocks import Block, Scores, _entry


class HeadGroup(NamedTuple):
    """Heads of a call, and how their softmaxes are combined into one output."""

    heads: range
    softmaxes: int = 1
    combine: str = "lse"
    divisor: int = 1  # of a mean

    @property
    def own(self) -> slice:
        """The same heads of a tensor."""
        return slice(self.heads.start, self.heads.stop)


class Work(NamedTuple):
    """What a pattern makes of a call.

    `runs` yields what attends to what, of some heads: it takes them, the positions of queries and of keys, how many
    query heads share a key, and masks of a batch entry by name.
    """

    runs: Callable[..., Iterator[Block]]
    groups: list[HeadGroup]
    masks: dict[str, Tensor] = {}  # noqa: RUF012 -- of each batch entry, or of all alike; nobody changes it
    selected: int = 1  # rows that have one row of a selection
    scores: Scores = Scores()
    listed: tuple[Callable[..., bool], Callable[..., None]] | None = None  # attention of listed blocks, its gradients
    few: bool = True  # whether calls of few rows take all batch entries at once

    @property
    def softmaxes(self) -> int:
        """The most softmaxes of a head."""
        return max(group.softmaxes for group in self.groups)


class Saved(NamedTuple):
    """What gradients need of the forward pass, and those that came: tensors [B, H, N(, D)]."""

    out: Tensor
    lse: Tensor
    grad_out: Tensor
    grad_lse: Tensor  # empty where nothing depends on the lse
    parts: Tensor | None = None  # [S, B, H, N, D]: the output of each of several softmaxes
    part_lses: Tensor | None = None


class Call(NamedTuple):
    """A call: query [B, H, Nq, D], key and value [B, Hkv, Nk, D], and the positions of the first query and key."""

    work: Work
    query: Tensor
    key: Tensor
    value: Tensor
    scale: float
    q_offset: int
    k_offset: int
    saved: Saved | None = None

    @property
    def group(self) -> int:
        """How many query heads share a key."""
        return self.query.shape[1] // self.key.shape[1]

    def runs(self, b: int, heads: range) -> Iterator[Block]:
        """What attends to what, of a batch entry and some heads."""
        queries = range(self.q_offset, self.q_offset + self.query.shape[2])
        keys = range(self.k_offset, self.k_offset + self.key.shape[2])
        masks = {name: _entry(mask, b) for name, mask in self.work.masks.items()}
        for run in self.work.runs(heads, queries, keys, self.group, **masks):
            yield run._replace(scores=self.work.scores, batch=b)

    def some_rows(self, start: int, stop: int) -> "Call":
        """The call of some of its rows."""
        work, saved, selected = self.work, self.saved, self.work.selected
        if "given_selection" in work.masks:
            selection = work.masks["given_selection"][:, :, start // selected : -(-stop // selected)]
            work = work._replace(masks={**work.masks, "given_selection": selection})
        if saved is not None:
            whole = [x if x is None or x.numel() == 0 else x[:, :, start:stop] for x in saved[:4]]
            saved = Saved(*whole, *(None if x is None else x[:, :, :, start:stop] for x in saved[4:]))
        query = self.query[:, :, start:stop]
        return self._replace(work=work, query=query, q_offset=self.q_offset + start, saved=saved)
