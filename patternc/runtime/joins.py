"""Patterns with sources: the results of their parts become those of one softmax over the keys of all, or a sum."""

import math

import torch
from torch import Tensor

from .checks import _INTEGERS, _check_lists, _check_offsets, _check_operand, _check_range, _integer, _require


def _whole_length(
    query: Tensor, keys: tuple[Tensor, Tensor] | None, q_offset: int | Tensor, k_offset: int, seq_len: int | None
) -> int:
    """The positions of the whole sequence: up to its last key or, where the call has only sources, its last query.

    `keys`: the key and value of the sequence.
    """
    for name, x in zip(("query", "key", "value"), (query, *(keys or ())), strict=False):
        _check_operand(name, x, query)
    if seq_len is not None:
        return _integer("seq_len", seq_len, 62)
    if keys is not None:
        return _integer("k_offset", k_offset, 62) + keys[0].shape[2]
    asked = "seq_len is None and q_offset a tensor, must be the length of the sequence: no key tells it"
    _require(not isinstance(q_offset, Tensor), asked)
    return _integer("q_offset", q_offset, 62) + query.shape[2]  # type: ignore[arg-type]


def _check_source(
    name: str,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    like: tuple[Tensor, Tensor] | None,
    entries: int | None = None,
    most: int | None = None,
) -> None:
    """Raise on entries of a source that are not [B, Hkv, m, D] and [B, Hkv, m, Dv], of query's dtype and device.

    `like`: another key and value, whose heads and sizes they share; `entries`: how many there must be, and `most`: how
    many there may be, where positions of the sequence are counted.
    """
    for word, x in ((f"{name}_key", key), (f"{name}_value", value)):
        _check_operand(word, x, query)
    heads = key.shape[1] if like is None else like[0].shape[1]
    rows = key.shape[2] if entries is None else entries
    shape = query.shape[0], heads, rows, query.shape[3]
    held = "" if entries is None else f", and the {entries} whole entries of seq_len"
    words = f"{{}}_key has shape {{}}, must be {{}}: the batch and head_dim of query, heads of key{held}"
    _require(key.shape == shape, words, name, tuple(key.shape), shape)
    many = "{}_key has {} entries, must have at most seq_len, which is {}: a mask counts positions"
    _require(most is None or rows <= most, many, name, rows, most)
    shape = *shape[:3], value.shape[3] if like is None else like[1].shape[3]
    words = "{}_value has shape {}, must be {}: the entries of {}_key, head_dim of value"
    _require(value.shape == shape, words, name, tuple(value.shape), shape, name)


def _check_entries(name: str, numbers: Tensor, low: int, high: int, wait: bool) -> None:
    """Raise on numbers of entries that a source does not have. Transforms of torch.func let no one look."""
    if isinstance(numbers, Tensor) and torch._C._functorch.peek_interpreter_stack() is None:
        _check_range(name, numbers, low, high, wait)


def _places_of_entries(n: int, places: Tensor) -> Tensor:
    """Positions of entries, taken as 0 to n; what is no tensor of integers is left for the part, which checks it."""
    return places.clamp(0, n) if isinstance(places, Tensor) and places.dtype in _INTEGERS else places


def _entries_of_documents(
    query: Tensor,
    key: Tensor,
    q_offset: int,
    n: int,
    offsets: Tensor,
    entries: Tensor,
    names: tuple[str, str],
    wait: bool,
) -> tuple[Tensor, Tensor]:
    """For each query the first entry of its document, and the one after the last: int64 [Nq] or [B, Nq] each.

    `offsets`: where documents begin in the sequence of n positions, and its end; `entries`: the same in the entries of
    key; both [D + 1] or [B, D + 1]. `wait`: whether the host waits for a GPU to check them.
    """
    _require(not isinstance(q_offset, Tensor), f"q_offset is a tensor, must be an int: {names[0]} are of the sequence")
    for name, given, count in zip(names, (offsets, entries), (n, key.shape[2]), strict=True):
        _check_lists(name, given, query, "[D + 1] or [{}, D + 1] for D documents")
        _check_offsets(name, given, count, wait)
    alike = "{} has {} documents, must have as many as {}, which has {}"
    few, many = entries.shape[-1] - 1, offsets.shape[-1] - 1
    _require(few == many, alike, names[1], few, names[0], many)
    positions = torch.arange(q_offset, q_offset + query.shape[2], device=query.device)
    batch = max(offsets.shape[:-1], entries.shape[:-1], key=len)
    ends = offsets[..., 1:].long().expand(*batch, -1).contiguous()
    found = torch.searchsorted(ends, positions.expand(*batch, -1).contiguous(), right=True)
    cuts = entries.long().expand(*batch, -1)
    return cuts.gather(-1, found), cuts.gather(-1, found + 1)


def _check_wanted(return_lse: bool | str, rule: str) -> None:
    """Raise on anything but whether to return lse. `rule`: the `combine` that leaves none; empty if there is one."""
    known = isinstance(return_lse, bool) or (isinstance(return_lse, str) and return_lse == "keys")
    _require(known, 'return_lse is {!r}, must be a bool or "keys"', return_lse, error=TypeError)
    no_lse = "return_lse is {!r}, must be False: {} has no single softmax denominator"
    _require(not (rule and return_lse), no_lse, return_lse, rule)


def _joined_sources(*parts: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """(out, lse) of one softmax over the keys of all parts, from those of each; a row may have no key in a part."""
    outs, lses = zip(*parts, strict=True)
    each = torch.stack(lses)
    most = each.detach().amax(0)
    most = most.masked_fill(most == -math.inf, 0.0)
    weights = (each - most).exp()
    total = weights.sum(0)
    empty = total == 0.0  # of a row whose lse is NaN it is not
    total = torch.where(empty, 1.0, total)
    shares = (weights / total).unsqueeze(-1)
    out = shares[0] * outs[0].float()
    for share, part in zip(shares[1:], outs[1:], strict=True):
        out = torch.addcmul(out, share, part.float())
    return out.to(outs[0].dtype), torch.where(empty, -math.inf, total.log() + most)


def _added_sources(*outs: Tensor) -> Tensor:
    """The sum of the outputs of parts, added up in float32."""
    return torch.stack([out.float() for out in outs]).sum(0).to(outs[0].dtype)
