"""The sequences in the rows of a call: what padding leaves of a row, and packed sequences."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from patternc.document_offsets import begins
from patternc.integrations.transformers.call_place import Placement

AHEAD = (
    "position_ids jump ahead within a row or begin after 0. Where each row is one whole sequence, pass "
    "attention_mask=torch.ones_like(input_ids) too; for packed sequences cu_seq_lens_q=OFFSETS, [D + 1], where each "
    "begins and the last one ends. Where ranks share a sequence (context parallelism), keys of other ranks would be "
    "missing: register(NAME, PATTERNS, mesh=MESH)"
)
_PARALLEL = "torch.distributed.tensor.experimental"
"""Where the function is that stands for scaled_dot_product_attention inside of torch's context_parallel."""
SHARED = (
    "torch's context_parallel shares this sequence among ranks, so that keys would be missing: pass its mesh, "
    "register(NAME, PATTERNS, mesh=MESH)"
)
BOTH = (
    "attention_mask has padding, and cu_seq_lens_q says where packed sequences begin: pass one of them. In a batch of "
    "packed sequences, padding is a sequence of its own"
)
PACKED_IN_GRAPH = (
    "a row has several packed sequences, and the model hands no position_ids to its attention layers, from which a "
    "compiled call would know them: pass cu_seq_lens_q too, or do not compile the model for such batches"
)


class Row(NamedTuple):
    """A sequence of a batch: positions `start <= x < stop` of the row `entry`."""

    entry: int
    start: int
    stop: int


def row_offsets(
    placement: Placement, position_ids: Tensor | None, cu_seq_lens: Tensor | None, batch: int
) -> Tensor | None:
    """[B, D + 1] or [D + 1]: where sequences begin in the rows of a call, then the length; None: each row is one."""
    n = placement.kv_offset + placement.kv_length
    if placement.tokens is not None:
        if cu_seq_lens is not None:
            raise NotImplementedError(BOTH)
        first = torch.zeros_like(placement.tokens[:, :1])
        return torch.cat([first, placement.tokens, first + n], 1)
    if not placement.whole:
        return None
    if not torch.compiler.is_compiling() and _is_shared():
        raise NotImplementedError(SHARED)
    if cu_seq_lens is not None:
        return cu_seq_lens
    if placement.position_ids is not None:
        position_ids = placement.position_ids
    if position_ids is None or position_ids.dim() != 2 or position_ids.shape[1] != n:
        if placement.linked is not None:
            torch._assert_async(placement.linked.all(), PACKED_IN_GRAPH)
        return None
    if torch.compiler.is_compiling():
        found: Tensor | None = _begins(position_ids)
        torch._assert_async(~_jumps(position_ids), AHEAD)
    elif position_ids.is_inference():
        found = _begins_if_several(position_ids, 0)
    else:
        found = _begins_of_last(position_ids, position_ids._version)
    return None if found is None else torch.cat([found, torch.zeros_like(found[:, :1]) + n], 1).expand(batch, -1)


def padding_first(placement: Placement, query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The tensors of a call [B, H, N, D] whose rows hold their padding before their tokens."""
    if placement.moved is None:
        return query, key, value
    queries, keys = placement.moved.queries, placement.moved.keys
    return _moved(query, queries), _moved(key, keys), _moved(value, keys)


def as_given(placement: Placement, out: Tensor) -> Tensor:
    """[B, H, Nq, D]: what `padding_first` moved, in the order of the call."""
    return out if placement.moved is None else _moved(out, placement.moved.queries.argsort(1))


def _moved(tensor: Tensor, order: Tensor) -> Tensor:
    return tensor.take_along_dim(order.to(tensor.device)[:, None, :, None], 2)


def _is_shared() -> bool:
    """Whether torch's context_parallel is in force, as within accelerate's maybe_context_parallel."""
    return str(torch.nn.functional.scaled_dot_product_attention.__module__).startswith(_PARALLEL)


def _begins(position_ids: Tensor) -> Tensor:
    """[B or 1, n]: the positions at which `position_ids` [B or 1, n] begins and restarts, then n."""
    starts = position_ids.diff(dim=1, prepend=position_ids[:, :1] - 1) != 1
    return begins(starts | (torch.arange(position_ids.shape[1], device=position_ids.device) == 0))


def _begins_if_several(position_ids: Tensor, _version: int) -> Tensor | None:
    """`_begins` without columns that are n in every row; None if no row restarts. It waits for the device."""
    found = _begins(position_ids)
    several = (found < position_ids.shape[1]).sum(1).max()
    most, jumps = torch.stack([several, _jumps(position_ids).to(several.dtype)]).tolist()
    if jumps:
        raise NotImplementedError(AHEAD)
    return None if most == 1 else found[:, :most]


def _jumps(position_ids: Tensor) -> Tensor:
    """Whether positions jump ahead anywhere, or begin after 0: bool []."""
    return (position_ids.diff(dim=1, prepend=torch.zeros_like(position_ids[:, :1])) > 1).any()


_begins_of_last = functools.lru_cache(maxsize=2)(_begins_if_several)
"""All layers of a forward pass whose masks are of one kind have the same positions: they wait for the device once."""


def assert_single(offsets: Tensor, placement: Placement) -> None:
    """Let a compiled graph fail, when it runs, for a batch in which a row is not one whole sequence.

    Such rows are one call for each sequence if the pattern depends on where a sequence begins, and no graph has calls
    whose number depends on positions.
    """
    inner, n = offsets[..., 1:-1], placement.kv_offset + placement.kv_length
    single = (inner[:, 0] == 0) if placement.tokens is not None else (inner == 0) | (inner == n)
    torch._assert_async(
        single.all(),
        "the pattern depends on where a sequence begins, and a row has padding before it or several packed sequences: "
        "do not compile the model for such batches",
    )


def rows_of(offsets: Tensor, placement: Placement, batch: int) -> Iterator[Row]:
    """The sequences of a call, without padding."""
    if placement.tokens is not None:
        for entry, (start, stop) in enumerate(placement.tokens.tolist()):
            n = placement.kv_offset + placement.kv_length
            yield Row(entry, start, n if isinstance(placement.q_offset, Tensor) else stop)
        return
    for entry, places in enumerate(offsets.expand(batch, -1).tolist()):
        for start, stop in itertools.pairwise(places):
            if start < stop:
                yield Row(entry, start, stop)
