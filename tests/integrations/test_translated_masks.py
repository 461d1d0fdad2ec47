"""`pattern_of` of a `mask_mod` admits, pair by pair, what the function does: evaluated densely, by torch alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import torch
from torch import Tensor
from torch.nn.attention.flex_attention import and_masks, noop_mask, or_masks

from patternc.api import loads
from patternc.integrations.flex import pattern_of

N, BATCH, HEADS = 48, 3, 4
Mod = Callable[..., Any]

DRAWS = torch.Generator().manual_seed(0)
document = torch.tensor([0] * 7 + [1] * 20 + [4] * 1 + [2] * 20)
packed = torch.stack([document, document.flip(0), torch.arange(N) // 11])
modality = torch.randint(0, 3, (BATCH, N), generator=DRAWS)
scattered = torch.randint(-2, 3, (N,), generator=DRAWS)
lengths = torch.tensor([5, N, 0])
low = torch.randint(-5, N, (N,), generator=DRAWS)
high = torch.randint(-5, 2 * N, (BATCH, N), generator=DRAWS, dtype=torch.int32)
marked = torch.arange(N) % 13 == 4
marked_by_entry = torch.rand(BATCH, N, generator=DRAWS) < 0.2
starts = torch.tensor([0, 7, 27, 28])
reach = torch.tensor([2, 5, 5, 30])
reach_of_entry = torch.tensor([1, 9, 4])
subtree_end = torch.tensor([48, 20, 8, 6, 6, 6, 8, 8, *range(9, 49)])
spans = torch.tensor([[3, 9, 20, 24], [0, 48, 0, 0], [40, 44, 46, 48]])
image_of = torch.tensor([-1] * 4 + [0] * 10 + [1] * 6)
table = torch.rand(HEADS, 6, generator=DRAWS) < 0.5


def causal(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return q_idx >= kv_idx


def sliding(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return causal(b, h, q_idx, kv_idx) & (q_idx - kv_idx <= 8)


def first_keys(_b: Any, _h: Any, _q_idx: Any, kv_idx: Any) -> Any:
    return kv_idx < 5


def in_documents(inner: Mod, ids: Tensor, firsts: Tensor) -> Mod:
    """A function of positions that count from the first of their document."""

    def in_document(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
        place = {0: 0, 1: 1, 4: 3, 2: 2}
        del place
        own = q_idx - firsts[ids[q_idx] % 4], kv_idx - firsts[ids[kv_idx] % 4]
        return (ids[q_idx] == ids[kv_idx]) & inner(b, h, *own)

    return in_document


def natten(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    row, column = (q_idx // 8).clamp(1, 4), (q_idx % 8).clamp(1, 6)
    return ((row - kv_idx // 8).abs() <= 1) & ((column - kv_idx % 8).abs() <= 1)


def tiles(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    """Tiles of 2 x 4 cells, each of which attends to the tiles around it."""
    row, column = q_idx // 8 // 2 - kv_idx // 8 // 2, q_idx % 8 // 4 - kv_idx % 8 // 4
    return (abs(row) <= 1) & (torch.abs(column) <= 0)


def block_diffusion(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    """A noised half, then a clean half: own blocks, and clean blocks before."""
    half, size = N // 2, 4
    clean_query, clean_key = q_idx >= half, kv_idx >= half
    own = torch.where(clean_query, (q_idx - half) // size, q_idx // size)
    other = torch.where(clean_key, (kv_idx - half) // size, kv_idx // size)
    diagonal = (own == other) & (clean_query == clean_key)
    before = (own > other) & clean_key & ~clean_query
    return diagonal | before | ((own >= other) & clean_key & clean_query)


def transfusion(b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    """Text is causal, and the positions of an image attend to each other."""
    found = q_idx >= kv_idx
    for image in range(2):
        begin, end = spans[b, 2 * image], spans[b, 2 * image + 1]
        found = found | ((q_idx >= begin) & (q_idx < end) & (kv_idx >= begin) & (kv_idx < end))
    return found


def fixed_sparse(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return (q_idx >= kv_idx) & ((q_idx // 16 == kv_idx // 16) | (kv_idx % 16 >= 14))


def by_head(_b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return (q_idx >= kv_idx) & ((q_idx - kv_idx <= 4) | (h >= 2))


class Case(NamedTuple):
    """A function, whether it has words without `when`, and what it is translated with."""

    mod: Mod
    closed: bool = True
    n: int | tuple[int, int] | None = None
    heads: int | None = None


def case(mod: Mod, *given: Any, **named: Any) -> Case:
    return Case(mod, *given, **named)


KNOWN = {
    "causal": case(causal),
    "sliding window": case(sliding),
    "prefix": case(or_masks(first_keys, causal)),
    "prefix of each entry": case(lambda b, h, q, k: (k < lengths[b]) | (q >= k)),
    "documents": case(lambda b, h, q, k: (document[q] == document[k]) & (q >= k)),
    "packed rows": case(lambda b, h, q, k: (packed[b, q] == packed[b, k]) & (q >= k)),
    "windows in documents": case(in_documents(sliding, document, starts), False),
    "neighbourhoods": case(natten, False),
    "tiles": case(tiles, False),
    "dilated window": case(lambda b, h, q, k: (q >= k) & (q - k <= 12) & ((q - k) % 3 == 0)),
    "images before": case(lambda b, h, q, k: image_of[q] == k // 8, False, (20, N)),
    "tree": case(lambda b, h, q, k: (q >= k) & (q < subtree_end[k])),
    "transfusion": case(transfusion, n=N),
    "global and local": case(lambda b, h, q, k: (q < 2) | (k < 2) | (abs(q - k) <= 4)),
    "block diffusion": case(block_diffusion),
    "sinks": case(and_masks(causal, or_masks(sliding, lambda b, h, q, k: k < 4))),
    "longformer": case(lambda b, h, q, k: marked_by_entry[b, q] | marked_by_entry[b, k] | ((q - k).abs() <= 3)),
    "strided": case(lambda b, h, q, k: (q >= k) & ((q - k < 8) | ((q - k) % 8 == 0))),
    "fixed": case(fixed_sparse),
    "padding": case(lambda b, h, q, k: (k < lengths[b]) & (q >= k)),
    "padding of both sides": case(lambda b, h, q, k: (k < lengths[b]) & (q < lengths[b]), n=N),
    "all": case(noop_mask),
    "blocks beside": case(lambda b, h, q, k: (abs(q // 8 - k // 8) <= 1) | (k // 8 == 0) | (q // 8 == 0)),
    "longnet": case(lambda b, h, q, k: (q // 16 == k // 16) & (q % 16 % 4 == h % 4) & (k % 16 % 4 == h % 4)),
}
"""Masks that are in use, as papers and collections describe them."""

OWN = {
    "only earlier": case(lambda b, h, q, k: q > k),
    "far": case(lambda b, h, q, k: (q - k > 3) & (q - k < 20)),
    "later": case(lambda b, h, q, k: (k - q >= 2) & (k < 40)),
    "blocks before": case(lambda b, h, q, k: q // 6 > k // 6),
    "not itself": case(lambda b, h, q, k: (q != k) & (q >= k)),
    "heads": case(by_head),
    "no keys for some heads": case(lambda b, h, q, k: (q >= k) & (h < 2), False),
    "wider by head": case(lambda b, h, q, k: (q >= k) & (q - k <= 3 * h), heads=HEADS),
    "wider by head, unnumbered": case(lambda b, h, q, k: (q >= k) & (q - k <= 3 * h), False),
    "reach of heads": case(lambda b, h, q, k: (q >= k) & (q - k <= reach[h])),
    "blocks of heads": case(lambda b, h, q, k: table[h, k // 8] | (q == k), False, N),
    "reach of entries": case(lambda b, h, q, k: (q >= k) & (q - k <= reach_of_entry[b]), n=N),
    "classes": case(lambda b, h, q, k: (scattered[q] == scattered[k]) & (q >= k), False),
    "classes apart": case(lambda b, h, q, k: (scattered[q] - scattered[k] <= 1) ^ (q < k), False),
    "rows": case(lambda b, h, q, k: (low[q] <= k) & (k <= high[b, q])),
    "columns": case(lambda b, h, q, k: (high[b, k] > q) & ~(q < low[k])),
    "one key each": case(lambda b, h, q, k: (low[q] == k) | (q == k)),
    "modalities": case(lambda b, h, q, k: (modality[b, q] != modality[b, k]) | (modality[b, k] == 0), False),
    "marked": case(lambda b, h, q, k: marked[k] & ~marked[q] & (q // 4 >= k // 4)),
    "odd": case(lambda b, h, q, k: (3 * q + k) % 5 < 2, False),
    "squares": case(lambda b, h, q, k: (q * k) % 7 < 3, False),
    "least": case(lambda b, h, q, k: torch.minimum(q, k) < 5),
    "clamped": case(lambda b, h, q, k: k <= torch.clamp(q, min=9, max=30)),
    "chosen": case(lambda b, h, q, k: q - k <= torch.where(h < 2, 3, 9)),
    "chosen for each query": case(lambda b, h, q, k: torch.where(document[q] == 1, q >= k, q == k), False),
    "left padding": case(lambda b, h, q, k: (q >= k) & (k >= lengths[b])),
    "both parities": case(lambda b, h, q, k: ((q + k) % 2 == 0) & (q // 10 <= k // 10)),
    "of numbers": case(lambda b, h, q, k: (q >= k) & (k >= torch.tensor(3)) & True),
    "shifted blocks": case(lambda b, h, q, k: (q + 3) // 8 == (k + 3) // 8, False),
    "any or all": case(lambda b, h, q, k: torch.logical_and(q >= k, torch.logical_not(k % 8 == 3))),
    "batch by itself": case(lambda b, h, q, k: (lengths[b] > 3) & (q >= k), n=N),
}
"""Masks of no use but this one."""
CASES = KNOWN | OWN


def dense(mod: Mod, queries: int, keys: int) -> Tensor:
    """[BATCH, HEADS, queries, keys]: the pairs that a function admits, by its own operations on tensors."""
    places = [torch.arange(size) for size in (BATCH, HEADS, queries, keys)]
    b, h, q, k = torch.meshgrid(*places, indexing="ij")
    return torch.as_tensor(mod(b, h, q, k)).expand(b.shape)


def of_entry(given: Tensor | tuple[Tensor, Tensor], name: str, text: str, entry: int) -> Any:
    """An input of one batch entry."""
    if isinstance(given, tuple):
        return tuple(of_entry(one, name, text, entry) for one in given)
    whole = 0 if f"input {name}: lengths" in text else 1
    return given[entry] if given.ndim > whole else given


@pytest.mark.parametrize("name", CASES)
def test_pairs(name: str) -> None:
    mod, closed, n, heads = CASES[name]
    found = pattern_of(mod, n, heads)
    assert ("when(" not in found.text) == closed, found.text
    queries, keys = n if isinstance(n, tuple) else (N, N)
    wanted = dense(mod, queries, keys)
    reference = loads(found.text, "reference")
    for entry in range(BATCH):
        inputs = {one: of_entry(given, one, found.text, entry) for one, given in found.inputs.items()}
        for head in range(HEADS):
            if queries == keys:
                mask = reference.mask(head, HEADS, N, **inputs) > 0
                assert torch.equal(mask, wanted[entry, head]), f"{found.text}\nentry {entry}, head {head}"


def test_most_have_words() -> None:
    """How many are written without `when`, of those in use and of all."""
    assert sum(one.closed for one in KNOWN.values()) == 19
    assert (sum(one.closed for one in CASES.values()), len(CASES)) == (39, 55)
