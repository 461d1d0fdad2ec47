"""Where the queries and keys of a call are in their sequences: what models pass through their layers instead of masks.

Models ask the registered mask interface for a mask once per forward pass and kind of layer. It would be [B, 1, Nq, Nk];
a `Placement` has a few numbers, from which the pattern knows the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor

BROKEN = (
    "has padding between tokens, must have it before or after them: pad on the left, or give position_ids that restart "
    "instead of an attention_mask; without one, generate takes tokens that are config.pad_token_id for padding"
)


class Placement(NamedTuple):
    """Query i of a call is position `q_offset + i` of its row, and key j of `kv_length` is position `kv_offset + j`.

    `q_offset`: a tensor [] of the device in steps from a static cache, so that one graph serves all steps. `tokens`:
    [B, 2], the first position of each row that is no padding, and the one after the last; None: all are tokens.
    `whole`: the call holds whole rows without padding, in which positions that restart begin another sequence.
    """

    q_length: int
    kv_length: int
    q_offset: int | Tensor
    kv_offset: int
    tokens: Tensor | None
    whole: bool

    @property
    def ndim(self) -> int:
        """That of a mask which is ready: transformers prepares masks of static caches ahead, and then asks again."""
        return 4


def place(
    *,
    q_length: int,
    kv_length: int,
    q_offset: int | Tensor = 0,
    kv_offset: int = 0,
    mask_function: Callable[..., Any] | None = None,
    attention_mask: Tensor | Placement | None = None,
    use_vmap: bool = False,
    **_others: object,
) -> Placement:
    """The mask interface of every registered pattern.

    Args:
        q_length: the number of queries.
        kv_length: the number of keys.
        q_offset: the position of the first query in its row.
        kv_offset: the position of the first key.
        mask_function: the model's own mask, which the pattern replaces.
        attention_mask: [B, positions so far] bool, false for padding, or what this function returned before.
        use_vmap: whether the model combines its mask with a function of its caller.

    Raises:
        NotImplementedError: the model's mask depends on more than positions, padding and packing.
    """
    if isinstance(attention_mask, Placement):
        return attention_mask
    _refuse_other_masks(mask_function, use_vmap)
    tracing = torch.compiler.is_compiling()
    if isinstance(q_offset, Tensor):  # the counter of a static cache, which its update adds to in place
        q_offset = q_offset.clone() if tracing or q_length == 1 else int(q_offset)
    tokens = None
    if attention_mask is not None and (tracing or not bool(attention_mask.all())):
        tokens = _tokens(attention_mask, tracing)
    at_start = not isinstance(q_offset, Tensor) and q_offset == 0
    whole = attention_mask is None and at_start and q_length == kv_length
    return Placement(q_length, kv_length, q_offset, kv_offset, tokens, whole)


def _tokens(attention_mask: Tensor, tracing: bool) -> Tensor:
    """[B, 2]: the first token of each row and the position after its last one."""
    first = (attention_mask.cumsum(1) == 0).sum(1)
    stop = attention_mask.shape[1] - (attention_mask.flip(1).cumsum(1) == 0).sum(1)
    stop = torch.maximum(first, stop)
    unbroken = attention_mask.sum(1) == stop - first
    if tracing:  # the graph fails when it runs
        torch._assert_async(unbroken.all(), f"attention_mask: some row {BROKEN}")
    elif not bool(unbroken.all()):
        raise NotImplementedError(f"attention_mask: row {int((~unbroken).nonzero()[0])} {BROKEN}")
    return torch.stack([first, stop], 1)


def _refuse_other_masks(mask_function: Callable[..., Any] | None, use_vmap: bool) -> None:
    """Refuse a model's mask that a pattern of positions can't replace."""
    if use_vmap:
        raise NotImplementedError(
            "the model adds a mask function of its own (or_mask_function, and_mask_function), which a pattern does not "
            "know: switch it off in the config (such as use_bidirectional_attention), and write it in the pattern"
        )
    if not torch.compiler.is_compiling() and any("blockwise_overlay" in one for one in _names(mask_function)):
        raise NotImplementedError(
            "the model lets tokens of an image attend to each other (block_sequence_ids), which a pattern does not "
            "know: pass text alone, or use another attn_implementation"
        )


def _names(function: Any) -> list[str]:
    """The qualified names of a function and of those that it closes over."""
    cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    inner = [one for cell in cells for one in (cell if isinstance(cell, tuple) else (cell,))]
    found = [getattr(function, "__qualname__", "")]
    return found + [name for one in inner if callable(one) for name in _names(one)]
