"""Offsets of documents, as `attention` takes them, from numbers of each position: position ids or document ids."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def offsets_of(position_ids: object, attention_mask: object = None) -> Tensor:
    """The offsets of documents whose positions are counted from 0.

    Padding is made documents of its own, so that no token attends to it. The function waits for the device of the
    tensors: call it once for a batch, before the layers.

    Args:
        position_ids: [N] or [B, N] integers, a tensor, an array or a list: 0, 1, 2, ... in each document.
        attention_mask: of the same shape, 0 or False at padding, whose position ids are not read; None: no padding.

    Returns:
        [D + 1] or [B, D + 1], int32, on the device of `position_ids`: the first position of each document, then N. D is
        the largest number of documents of a row; rows of fewer end with empty documents.

    Raises:
        TypeError: an argument is not of integers.
        ValueError: an argument has another shape, or a document does not count 0, 1, 2, ...; names the first place.
    """
    import torch

    ids = _rows("position_ids", position_ids)
    padding = torch.zeros_like(ids, dtype=torch.bool)
    if attention_mask is not None:
        padding = _rows("attention_mask", attention_mask).to(ids.device) == 0
        if padding.shape != ids.shape:
            raise ValueError(f"attention_mask: has shape {_shape(attention_mask)}, must be {_shape(position_ids)}")
    after_padding = _shifted(padding)
    starts = torch.where(padding, ~after_padding, ids == 0)
    starts[:, :1] |= padding[:, :1]
    wrong = ~padding & ~starts & (after_padding | (ids != _shifted(ids) + 1))
    if bool(wrong.any()):
        row, place = wrong.nonzero()[0].tolist()
        before = f"after {'padding' if padding[row, place - 1] else int(ids[row, place - 1])}" if place else "first"
        raise ValueError(
            f"position_ids: {_place(position_ids, row, place)} is {int(ids[row, place])}, {before}: the positions of "
            "a document must be 0, 1, 2, ...; padding needs attention_mask=..., and documents that count otherwise "
            "patternc.of_documents(document_ids)"
        )
    return _offsets(starts, position_ids)


def of_documents(document_ids: object, padding: int | None = None) -> Tensor:
    """The offsets of documents whose positions have the same id.

    Padding is made documents of its own, so that no token attends to it. The function waits for the device of the
    tensor: call it once for a batch, before the layers.

    Args:
        document_ids: [N] or [B, N] integers, a tensor, an array or a list: equal ids beside each other are a document.
        padding: the id of padding, which may be in several places of a row, as an attention mask has 0; None: every id
            is that of one document.

    Returns:
        [D + 1] or [B, D + 1], int32, on the device of `document_ids`: the first position of each document, then N. D is
        the largest number of documents of a row; rows of fewer end with empty documents.

    Raises:
        TypeError: `document_ids` or `padding` are not integers.
        ValueError: they have another shape, or an id returns after another id; names the first place.
    """
    import torch

    ids = _rows("document_ids", document_ids)
    if padding is not None:
        try:
            padding = operator.index(padding)
        except TypeError:
            raise TypeError(f"padding: {padding!r}, must be an integer: the id of padding") from None
    starts = ids != _shifted(ids)
    starts[:, :1] = True
    rows, places = (starts if padding is None else starts & (ids != padding)).nonzero(as_tuple=True)
    begun = torch.stack([rows, ids[rows, places]])
    _, which, counts = torch.unique(begun, dim=1, return_inverse=True, return_counts=True)
    if bool((counts > 1).any()):
        at = int((counts[which] > 1).nonzero()[0])
        row, first = int(rows[at]), int(places[at])
        again = int(places[(which == which[at]).nonzero()[1]])
        raise ValueError(
            f"document_ids: {_place(document_ids, row, again)} is {int(ids[row, again])}, as position {first} is, with "
            "others between them: the positions of a document must be beside each other: sort the positions by their "
            "ids (query, key and value too), or name the id of padding, padding=..."
        )
    return _offsets(starts, document_ids)


def begins(starts: Tensor) -> Tensor:
    """[B, n]: the positions at which documents start in each row, in order, then n. `starts`: [B, n] bool."""
    import torch

    n = starts.shape[1]
    return torch.where(starts, torch.arange(n, device=starts.device), n).sort(1).values


def _offsets(starts: Tensor, given: object) -> Tensor:
    """The offsets of documents that begin where `starts` [B, N] is true, with the dimensions of what was given."""
    import torch

    most = int(starts.sum(1).max()) if starts.numel() else 1
    n = starts.shape[1]
    found = torch.nn.functional.pad(begins(starts)[:, :most], (0, most + 1 - min(most, n)), value=n).int()
    return found if len(_shape(given)) == 2 else found[0]


def _rows(name: str, given: object) -> Tensor:
    """Numbers of positions as [B, N] of int64."""
    import torch

    try:
        found = torch.as_tensor(given)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f"{name}: is no tensor of integers [N] or [B, N]: {error}") from None
    if found.is_floating_point() or found.is_complex():
        raise TypeError(f"{name}: is of {found.dtype}, must be of integers")
    if found.dim() not in (1, 2):
        raise ValueError(f"{name}: has shape {tuple(found.shape)}, must be [N] or [B, N]")
    return found.long() if found.dim() == 2 else found.long()[None]


def _shifted(rows: Tensor) -> Tensor:
    """The number before each position of rows [B, N]; at the first position, the row's first number itself."""
    import torch

    return torch.cat([rows[:, :1], rows[:, :-1]], 1)


def _shape(given: object) -> tuple[int, ...]:
    import torch

    return tuple(torch.as_tensor(given).shape)


def _place(given: object, row: int, place: int) -> str:
    """A place of what was given, as Python writes it."""
    return f"[{row}, {place}]" if len(_shape(given)) == 2 else f"[{place}]"
