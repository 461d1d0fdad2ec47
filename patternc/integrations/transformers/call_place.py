"""The positions of a call's queries and keys in their sequences, which models pass on instead of masks.

Models ask the registered mask interface for a mask once per forward pass and kind of layer. It would be [B, 1, Nq, Nk];
a `Placement` has a few numbers, from which the pattern knows the rest.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor
from transformers import PreTrainedModel

from patternc.integrations.translation.captured_variables import captured

BROKEN = (
    "attention_mask: a row has padding between tokens, which compiled code does not move: do not compile the model for "
    "such batches, or pad on the left"
)


class Moved(NamedTuple):
    """The order of positions that brings the padding of each row before its tokens, which stay in their order.

    `queries`: [B, Nq], `keys`: [B, Nk], which of a call's comes where. `kept`: how many tokens a cache that has dropped
    others holds before the queries, at least; None: it has dropped no token.
    """

    queries: Tensor
    keys: Tensor
    kept: int | None


class Placement(NamedTuple):
    """Query i of a call is position `q_offset + i` of its row, and key j of `kv_length` is position `kv_offset + j`.

    `q_offset`: a tensor [] of the device in steps from a static cache, so that one graph serves all steps. `tokens`:
    [B, 2], the first position of each row that is no padding, and the one after the last; None: all are tokens.
    `whole`: the call holds whole rows without padding, in which positions that restart begin another sequence.
    `position_ids`: [B, n], by which the model's own mask separates packed sequences; None: it separates none, or the
    call is compiled. `linked`: [B, n - 1] bool for whole rows of a compiled call: that mask admits the position before
    each one, as it does unless a sequence begins there. `moved`: for rows with padding between their tokens; all other
    fields are those of the moved rows then.
    """

    kv_length: int
    q_offset: int | Tensor
    kv_offset: int
    tokens: Tensor | None
    whole: bool
    position_ids: Tensor | None = None
    linked: Tensor | None = None
    moved: Moved | None = None

    @property
    def kept(self) -> int | None:
        """For a cache that drops old positions: the number of positions that it holds before the queries.

        None: it dropped none.
        """
        if self.moved is not None:
            return self.moved.kept
        return None if isinstance(self.q_offset, Tensor) or self.kv_offset == 0 else self.q_offset - self.kv_offset

    @property
    def ndim(self) -> int:
        """The dimensions of a prepared mask: transformers prepares masks of static caches ahead, and asks again."""
        return 4


def place(
    *,
    batch_size: int,
    q_length: int,
    kv_length: int,
    q_offset: int | Tensor = 0,
    kv_offset: int = 0,
    mask_function: Callable[..., Any] | None = None,
    attention_mask: Tensor | Placement | None = None,
    use_vmap: bool = False,
    config: Any = None,
    local_size: int | None = None,
    device: torch.device | str = "cpu",
    **_others: object,
) -> Placement:
    """The mask interface of every registered pattern.

    Args:
        batch_size: the number of rows.
        q_length: the number of queries.
        kv_length: the number of keys.
        q_offset: the position of the first query in its row.
        kv_offset: the position of the first key.
        mask_function: the model's own mask, which the pattern replaces.
        attention_mask: [B, positions so far] bool, false for padding, or what this function returned before.
        use_vmap: whether the model combines its mask with a function of its caller.
        config: that of the part of the model that asks.
        local_size: the window or the chunk of the model's mask.
        device: where the model's tensors are.

    Raises:
        NotImplementedError: the model's mask depends on more than positions, padding and packing.
    """
    if isinstance(attention_mask, Placement):
        return attention_mask
    tracing = torch.compiler.is_compiling()
    if not tracing and not takes_implementations(config.__class__):
        raise NotImplementedError(
            f"models of the type {config.model_type!r} take no attention implementation: their layers read the mask "
            "themselves; pass attn_implementation='eager'"
        )
    _refuse_other_masks(mask_function, use_vmap)
    if isinstance(q_offset, Tensor):  # the counter of a static cache, which its update adds to in place
        q_offset = q_offset.clone() if tracing or q_length == 1 else int(q_offset)
    tokens = None
    if attention_mask is not None and (tracing or not bool(attention_mask.all())):
        tokens = _tokens(attention_mask)
        unbroken = (tokens.diff(dim=1)[:, 0] == attention_mask.sum(1)).all()
        if tracing:  # the graph fails when it runs
            torch._assert_async(unbroken, BROKEN)
        elif not bool(unbroken):
            return _without_gaps(attention_mask, q_length, kv_length, int(q_offset), kv_offset)
    at_start = not isinstance(q_offset, Tensor) and q_offset == 0
    whole = attention_mask is None and at_start and q_length == kv_length
    placement = Placement(kv_length, q_offset, kv_offset, tokens, whole)
    if not whole or mask_function is None:
        return placement
    if tracing:
        chunk = local_size if local_size == getattr(config, "attention_chunk_size", None) else None
        return placement._replace(linked=_linked(mask_function, batch_size, q_length, chunk, device))
    return placement._replace(position_ids=_packed_positions(mask_function))


def _tokens(attention_mask: Tensor) -> Tensor:
    """[B, 2]: the first token of each row and the position after its last one."""
    first = (attention_mask.cumsum(1) == 0).sum(1)
    stop = attention_mask.shape[1] - (attention_mask.flip(1).cumsum(1) == 0).sum(1)
    return torch.stack([first, torch.maximum(first, stop)], 1)


def _without_gaps(attention_mask: Tensor, q_length: int, kv_length: int, q_offset: int, kv_offset: int) -> Placement:
    """The placement of rows whose tokens are one sequence, whatever padding is between them: all of it comes first."""
    n = kv_offset + kv_length
    mask = torch.nn.functional.pad(attention_mask, (0, n - attention_mask.shape[1]))  # places that are still empty
    queries, keys = (
        mask[:, first : first + length].to(torch.int8).argsort(dim=1, stable=True)
        for first, length in ((q_offset, q_length), (kv_offset, kv_length))
    )
    held, dropped = mask[:, kv_offset:q_offset].sum(1), mask[:, :kv_offset].any(1)
    kept = int(held[dropped].min()) if bool(dropped.any()) else None
    tokens = torch.stack([n - mask.sum(1), torch.full_like(held, n)], 1)
    return Placement(kv_length, n - q_length, kv_offset, tokens, False, moved=Moved(queries, keys, kept))


@functools.cache
def takes_implementations(config: type[Any]) -> bool:
    """Whether transformers can set an attention function for some of its models with this class of configs."""
    classes: list[Any] = [PreTrainedModel]
    for one in classes:
        classes += one.__subclasses__()
    found = [one for one in classes if one.config_class is config and one.__module__.startswith("transformers.")]
    return not found or any(
        one._can_set_attn_implementation() or hasattr(sys.modules[one.__module__], "ALL_ATTENTION_FUNCTIONS")
        for one in found  # transformers 5.5 knows some models only by the latter, such as ModernBERT
    )


def _refuse_other_masks(mask_function: Callable[..., Any] | None, use_vmap: bool) -> None:
    """Refuse a model's mask that a pattern of positions can't replace."""
    if use_vmap:
        raise NotImplementedError(
            "the model adds a mask function of its own (or_mask_function, and_mask_function), which a pattern does not "
            "know: switch it off in the config (such as use_bidirectional_attention), and write it in the pattern"
        )
    if not torch.compiler.is_compiling() and any(
        "block_sequence_ids" in dict(captured(one)) for one in _parts(mask_function)
    ):
        raise NotImplementedError(
            "the model lets tokens of an image attend to each other (block_sequence_ids), which a pattern does not "
            "know: pass text alone, or use another attn_implementation"
        )


def _packed_positions(mask_function: Callable[..., Any]) -> Tensor | None:
    """[B, n]: positions that restart with each packed sequence that a mask separates; None if it separates none."""
    held = {name: one for part in _parts(mask_function) for name, one in captured(part)}
    sequence = held.get("packed_sequence_mask")  # [B, n], the number of each position's sequence
    if sequence is None or "position_ids" in held:
        return held.get("position_ids")
    places = torch.arange(sequence.shape[1], device=sequence.device).expand_as(sequence)
    begins = sequence.diff(dim=1, prepend=sequence[:, :1]) != 0
    return places - torch.where(begins, places, 0).cummax(1).values


def _linked(
    mask_function: Callable[..., Any], batch_size: int, n: int, chunk: int | None, device: torch.device | str
) -> Tensor:
    """[B, n - 1]: whether a mask admits the position before each one. Compiled code can't read what functions capture.

    A mask of chunks never admits it where a chunk begins, which is no sign of another sequence.
    """
    rows, places = torch.arange(batch_size, device=device)[:, None], torch.arange(1, n, device=device)[None]
    admitted: Tensor = mask_function(rows, torch.zeros_like(rows), places, places - 1)
    return admitted if chunk is None else admitted | (places % chunk == 0)


def _parts(function: Any) -> Iterator[Any]:
    """A function and those that it captures, in tuples too."""
    yield function
    for _, one in captured(function):
        for inner in one if isinstance(one, tuple) else (one,):
            if callable(inner):
                yield from _parts(inner)
