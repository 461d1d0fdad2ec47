"""Dense attention in float64."""

import math
import numbers
from collections.abc import Iterator

import torch
from torch import Tensor

from ..checks import _INTEGERS, _check_tensor, _read_seed
from ..position_hash import _hashed


def _rows_by_entry(q_offset: Tensor, rows: int, keys: int, n: int) -> Iterator[tuple[slice, slice, slice, int]]:
    """The batch entry, row, keys and position of each row by itself; a row outside of the sequence sees no key."""
    for entry, start in enumerate(q_offset.tolist()):
        for row in range(rows):
            inside = 0 <= start + row < n
            seen = slice(keys if inside else 0)
            yield slice(entry, entry + 1), slice(row, row + 1), seen, start + row if inside else 0


def _joined_rows(parts: list[tuple[Tensor, ...]], shape: tuple[int, int]) -> tuple[Tensor, ...]:
    """The results for all rows, of those for each: `shape` is that of batch entries and rows."""
    whole = (torch.cat(x).unflatten(0, shape).squeeze(3).transpose(1, 2) for x in zip(*parts, strict=True))
    return tuple(whole)


def _products(query: Tensor, key: Tensor, seen: Tensor) -> Tensor:
    """The products of pairs; a key that is not finite has no part in other rows than those that see it."""
    if _all_finite(query, key):
        return query @ key.transpose(1, 2)
    return (_where_seen(seen, query.unsqueeze(2)) * _where_seen(seen, key.unsqueeze(1))).sum(3)


def _all_finite(*tensors: Tensor) -> bool:
    """Whether all numbers are finite; so they must be under transforms of torch.func, which let no one look."""
    return torch._C._functorch.peek_interpreter_stack() is not None or all(bool(x.isfinite().all()) for x in tensors)


def _where_seen(seen: Tensor, rows: Tensor) -> Tensor:
    """The rows of pairs, 0 where the key is not seen: 0 * NaN is NaN, in gradients too. Memory: O(B Nq Nk D)."""
    return torch.where(seen.unsqueeze(-1), rows, 0.0)


def _kept_weights(dropout: float, seed: Tensor, batch: int, head: int, heads: int, q: Tensor, k: Tensor) -> Tensor:
    """The factors of dropout on weights, [B, Nq, Nk]: 0, or 1 / (1 - dropout)."""
    entries = torch.arange(batch, device=q.device).view(-1, 1, 1)
    hashed = _hashed(_read_seed(seed), entries * heads + head, q, k)
    return (hashed >= round(dropout * 2**32)).double() / (1.0 - dropout)


def _softmax(scores: Tensor, count: Tensor, value: Tensor, kept: Tensor | float = 1.0) -> tuple[Tensor, Tensor]:
    """(out, lse) of a softmax in which key j counts `count[i, j]` times for row i; a score of -inf is no key.

    `kept`: what dropout multiplies weights by.
    """
    logits = (scores + count.double().log()).masked_fill(count == 0, -math.inf)
    alone = (logits == -math.inf).all(2, keepdim=True)
    logits = logits.masked_fill(alone, 0.0)  # finite where a row sees no key
    weights = torch.softmax(logits, dim=2).masked_fill(count == 0, 0.0)  # of a row that is not a number too
    weights = weights * kept
    if _all_finite(value):
        out = weights @ value
    else:
        out = (weights.unsqueeze(3) * _where_seen(count > 0, value.unsqueeze(1))).sum(2)
    return out.masked_fill(alone, 0.0), logits.logsumexp(2).masked_fill(alone.squeeze(2), -math.inf)


def _entry_labels(name: str, given: Tensor, words: str, *shape: int | None) -> Tensor:
    """One batch entry's labels, int64 on the CPU."""
    truths = isinstance(given, Tensor) and given.dtype is torch.bool
    return _entry_input(name, given.long() if truths else given, words, *shape).long()


def _entry_lists(name: str, given: Tensor, model_heads: int, words: str, *shape: int | None) -> Tensor:
    """One batch entry's lists of blocks, on the CPU: one for all heads, or one for each of the model's."""
    lists = _entry_input(name, given, words, *shape)
    if len(lists) != 1 and model_heads % len(lists):
        raise ValueError(f"{name} has lists of {len(lists)} heads, must be of as many as divide {model_heads}")
    return lists if len(lists) in (1, model_heads) else lists.repeat_interleave(model_heads // len(lists), 0)


def _entry_input(name: str, given: Tensor | int, words: str, *shape: int | None) -> Tensor:
    """One batch entry's input of whole numbers, on the CPU. `words`: its shape; None: any extent above 0."""
    if not isinstance(given, (Tensor, numbers.Integral)) or isinstance(given, bool):
        raise TypeError(f"{name} is a {type(given).__name__}, must be a torch.Tensor")
    given = torch.as_tensor(given).cpu()
    _check_tensor(name, given, given, _INTEGERS)
    extents = [max(own, 1) if extent is None else extent for own, extent in zip(given.shape, shape, strict=False)]
    if given.dim() != len(shape) or list(given.shape) != extents:
        raise ValueError(f"{name} has shape {tuple(given.shape)}, must be {words}")
    return given


def _one_softmax(*parts: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """(out, lse) over the keys of all parts, from those of each; a row without keys gives 0 and -inf."""
    lses = torch.stack([lse for _, lse in parts])
    alone = (lses == -math.inf).all(0)
    lses = lses.masked_fill(alone, 0.0)
    shares = lses.softmax(0).masked_fill(alone, 0.0).unsqueeze(-1)
    out = torch.stack([share * out for share, (out, _) in zip(shares, parts, strict=True)]).sum(0)
    return out, lses.logsumexp(0).masked_fill(alone, -math.inf)


def _with_logit(out: Tensor, lse: Tensor, logits: Tensor, of_keys: bool) -> tuple[Tensor, Tensor]:
    """(out, lse) with one more logit [H] of value 0 in each head; `of_keys`: lse stays that of the keys alone."""
    least = torch.finfo(lse.dtype).min  # a row without keys, and a head without a sink: -inf has no softmax
    held = lse.clamp_min(least)
    total = torch.logaddexp(held, logits.double().view(1, -1, 1))
    out = out * (held - total).exp().unsqueeze(-1)
    return out, lse if of_keys else total.masked_fill(total == least, -math.inf)


def _counted_documents(
    query: Tensor, _key: Tensor, q_offset: int, _n: int, offsets: Tensor, entries: Tensor
) -> tuple[Tensor, Tensor]:
    """For each query [Nq] or [B, Nq] the first entry of its document, and the one after the last.

    A query's document is numbered by how many end at its position or before.
    """
    q = torch.arange(q_offset, q_offset + query.shape[2], device=query.device).unsqueeze(-1)
    document = (q >= offsets[..., 1:].unsqueeze(-2)).sum(-1)
    several = torch.broadcast_shapes(document.shape[:-1], entries.shape[:-1])
    document, cuts = document.expand(*several, -1), entries.long().expand(*several, -1)
    return cuts.gather(-1, document), cuts.gather(-1, document + 1)
