"""`pattern_of` of a `mask_mod` admits, pair by pair, what the function does: evaluated densely, by torch alone."""

# ruff: noqa: ARG005 -- a mask_mod has four arguments, and seldom reads all
from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from math import prod
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.attention.flex_attention import and_masks, noop_mask, or_masks

from patternc.diagnostics import Rejected
from patternc.driver import analyse
from patternc.integrations.flex import TranslatedMask, pattern_of
from patternc.ir import semantics
from patternc.ir.facts import of_keys
from patternc.ir.mask import InputKind
from patternc.source import Source

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


def of_pairs(mod: Mod) -> Mod:
    """A function of queries and keys as a `mask_mod`."""
    return lambda _b, _h, q_idx, kv_idx: mod(q_idx, kv_idx)


def of_entries(mod: Mod) -> Mod:
    """A function of batch entries, queries and keys as a `mask_mod`."""
    return lambda b, _h, q_idx, kv_idx: mod(b, q_idx, kv_idx)


def of_heads(mod: Mod) -> Mod:
    """A function of heads, queries and keys as a `mask_mod`."""
    return lambda _b, h, q_idx, kv_idx: mod(h, q_idx, kv_idx)


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
    "prefix of each entry": case(of_entries(lambda b, q, k: (k < lengths[b]) | (q >= k))),
    "documents": case(of_pairs(lambda q, k: (document[q] == document[k]) & (q >= k))),
    "packed rows": case(of_entries(lambda b, q, k: (packed[b, q] == packed[b, k]) & (q >= k))),
    "windows in documents": case(in_documents(sliding, document, starts), False),
    "neighbourhoods": case(natten, n=N),
    "neighbourhoods of any length": case(natten, False),
    "tiles": case(tiles, False),
    "dilated window": case(of_pairs(lambda q, k: (q >= k) & (q - k <= 12) & ((q - k) % 3 == 0))),
    "images before": case(of_pairs(lambda q, k: image_of[q] == k // 8), False, (20, N)),
    "tree": case(of_pairs(lambda q, k: (q >= k) & (q < subtree_end[k]))),
    "transfusion": case(transfusion, n=N),
    "global and local": case(of_pairs(lambda q, k: (q < 2) | (k < 2) | (abs(q - k) <= 4))),
    "block diffusion": case(block_diffusion),
    "sinks": case(and_masks(causal, or_masks(sliding, first_keys))),
    "longformer": case(
        of_entries(lambda b, q, k: marked_by_entry[b, q] | marked_by_entry[b, k] | ((q - k).abs() <= 3))
    ),
    "strided": case(of_pairs(lambda q, k: (q >= k) & ((q - k < 8) | ((q - k) % 8 == 0)))),
    "fixed": case(fixed_sparse),
    "padding": case(of_entries(lambda b, q, k: (k < lengths[b]) & (q >= k))),
    "padding of both sides": case(of_entries(lambda b, q, k: (k < lengths[b]) & (q < lengths[b])), n=N),
    "all": case(noop_mask),
    "blocks beside": case(of_pairs(lambda q, k: (abs(q // 8 - k // 8) <= 1) | (k // 8 == 0) | (q // 8 == 0))),
    "longnet": case(of_heads(lambda h, q, k: (q // 16 == k // 16) & (q % 16 % 4 == h % 4) & (k % 16 % 4 == h % 4))),
}
"""Masks that are in use, as papers and collections describe them."""

OWN = {
    "only earlier": case(of_pairs(lambda q, k: q > k)),
    "far": case(of_pairs(lambda q, k: (q - k > 3) & (q - k < 20))),
    "later": case(of_pairs(lambda q, k: (k - q >= 2) & (k < 40))),
    "blocks before": case(of_pairs(lambda q, k: q // 6 > k // 6)),
    "not itself": case(of_pairs(lambda q, k: (q != k) & (q >= k))),
    "heads": case(by_head),
    "no keys for some heads": case(of_heads(lambda h, q, k: (q >= k) & (h < 2)), False),
    "even heads": case(of_heads(lambda h, q, k: (q >= k) & (h % 2 == 0)), False),
    "even heads wider": case(of_heads(lambda h, q, k: (q >= k) & ((h % 2 == 0) | (q - k < 9))), False),
    "even heads wider, numbered": case(of_heads(lambda h, q, k: (q >= k) & ((h % 2 == 0) | (q - k < 9))), heads=HEADS),
    "product of heads": case(of_heads(lambda h, q, k: (q >= k) & (q - k < 3 * (h + 1))), heads=HEADS),
    "wider by head": case(of_heads(lambda h, q, k: (q >= k) & (q - k <= 3 * h)), heads=HEADS),
    "wider by head, unnumbered": case(of_heads(lambda h, q, k: (q >= k) & (q - k <= 3 * h)), False),
    "reach of heads": case(of_heads(lambda h, q, k: (q >= k) & (q - k <= reach[h]))),
    "blocks of heads": case(of_heads(lambda h, q, k: table[h, k // 8] | (q == k)), n=N),
    "reach of entries": case(of_entries(lambda b, q, k: (q >= k) & (q - k <= reach_of_entry[b])), n=N),
    "classes": case(of_pairs(lambda q, k: (scattered[q] == scattered[k]) & (q >= k)), False),
    "classes apart": case(of_pairs(lambda q, k: (scattered[q] - scattered[k] <= 1) ^ (q < k)), False),
    "rows": case(of_entries(lambda b, q, k: (low[q] <= k) & (k <= high[b, q]))),
    "columns": case(of_entries(lambda b, q, k: (high[b, k] > q) & ~(q < low[k]))),
    "one key each": case(of_pairs(lambda q, k: (low[q] == k) | (q == k))),
    "modalities": case(of_entries(lambda b, q, k: (modality[b, q] != modality[b, k]) | (modality[b, k] == 0)), False),
    "marked": case(of_pairs(lambda q, k: marked[k] & ~marked[q] & (q // 4 >= k // 4))),
    "odd": case(of_pairs(lambda q, k: (3 * q + k) % 5 < 2), False),
    "squares": case(of_pairs(lambda q, k: (q * k) % 7 < 3), False),
    "halves": case(of_pairs(lambda q, k: ((q >= 24) == (k >= 24)) & ((q >= 24) == (k % 2 == 0)))),
    "uneven classes": case(of_pairs(lambda q, k: (q // 16 == k // 16) & (k % 16 % 5 == 2)), False),
    "uneven classes of both": case(of_pairs(lambda q, k: (q % 16 % 5 == k % 16 % 5) & (q >= k)), False),
    "the next label": case(of_pairs(lambda q, k: scattered[(q + 1).clamp(2, N - 1)] == scattered[k]), False),
    "chosen labels": case(of_pairs(lambda q, k: scattered[torch.where(q % 3 == 0, q, 3)] <= scattered[k]), False),
    "several windows": case(of_pairs(lambda q, k: (q - k <= 9) & (q - k <= 4) & (k - q <= 2) & (k - q <= 5))),
    "several ends": case(of_pairs(lambda q, k: (k < 30) & (k < 20) & (k >= 4) & (k >= 2) & (q >= 3) & (q < 40))),
    "several blocks": case(
        of_pairs(lambda q, k: (q // 8 - k // 8 <= 1) & (q // 8 - k // 8 <= 3) & (q // 6 == k // 6) & (q >= k))
    ),
    "least": case(of_pairs(lambda q, k: torch.minimum(q, k) < 5)),
    "clamped": case(of_pairs(lambda q, k: k <= torch.clamp(q, min=9, max=30))),
    "chosen": case(of_heads(lambda h, q, k: q - k <= torch.where(h < 2, 3, 9))),
    "chosen for each query": case(of_pairs(lambda q, k: torch.where(document[q] == 1, q >= k, q == k)), False),
    "left padding": case(of_entries(lambda b, q, k: (q >= k) & (k >= lengths[b]))),
    "both parities": case(of_pairs(lambda q, k: ((q + k) % 2 == 0) & (q // 10 <= k // 10))),
    "of numbers": case(of_pairs(lambda q, k: (q >= k) & (k >= torch.tensor(3)) & True)),
    "shifted blocks": case(of_pairs(lambda q, k: (q + 3) // 8 == (k + 3) // 8), False),
    "products of truths": case(of_pairs(lambda q, k: (q >= k) * (k % 8 == 3) + (q == k))),
    "any or all": case(of_pairs(lambda q, k: torch.logical_and(q >= k, torch.logical_not(k % 8 == 3)))),
    "batch by itself": case(of_entries(lambda b, q, k: (lengths[b] > 3) & (q >= k)), False, N),
}
"""Masks of no use but this one."""
CASES = KNOWN | OWN


def dense(mod: Mod, queries: int, keys: int) -> Tensor:
    """[BATCH, HEADS, queries, keys]: the pairs that a function admits, by its own operations on tensors."""
    places = [torch.arange(size) for size in (BATCH, HEADS, queries, keys)]
    b, h, q, k = torch.meshgrid(*places, indexing="ij")
    return torch.as_tensor(mod(b, h, q, k)).expand(b.shape)


def inputs_of(found: TranslatedMask, entry: int) -> dict[str, Any]:
    """The inputs of one batch entry."""
    (meaning,) = analyse(Source("made.pat", found.text), {}, targets=()).meanings
    whole = {one.name: 0 if one.kind is InputKind.LENGTHS else 1 for one in meaning.inputs}
    inputs = {}
    for name, given in found.inputs.items():
        sides = given if isinstance(given, tuple) else (given, given)
        for key, one in zip((name, of_keys(name)), sides, strict=True):
            inputs[key] = (one[entry] if one.ndim > whole[name] else one).numpy()
    return inputs


def admits(found: TranslatedMask, wanted: NDArray[np.bool_]) -> None:
    """Compare a translation with the pairs [BATCH, HEADS, queries, keys] that a function admits."""
    (meaning,) = analyse(Source("made.pat", found.text), {}, targets=()).meanings
    queries, keys = wanted.shape[2:]
    q, k = np.arange(queries)[:, None], np.arange(keys)
    for entry in range(BATCH):
        inputs = inputs_of(found, entry)
        for head in range(HEADS):
            (counted,) = semantics.multiplicities(meaning, head, q, k, keys, HEADS, inputs)
            assert np.array_equal(np.broadcast_to(counted, (queries, keys)) > 0, wanted[entry, head]), found.text


@pytest.mark.parametrize("name", CASES)
def test_pairs(name: str) -> None:
    mod, closed, n, heads = CASES[name]
    found = pattern_of(mod, n, heads)
    assert ("when(" not in found.text) == closed, found.text
    queries, keys = n if isinstance(n, tuple) else (N, N)
    admits(found, dense(mod, queries, keys).numpy())


def test_most_have_words() -> None:
    """How many are written without `when`, of those in use and of all."""
    assert sum(one.closed for one in KNOWN.values()) == 21
    assert (sum(one.closed for one in CASES.values()), len(CASES)) == (49, 69)


def random_number(draw: random.Random, depth: int, q: Any, k: Any, h: Any, b: Any) -> Any:
    """An integer of a pair, of constants, places and entries of tensors."""
    if depth == 0:
        return draw.choice([q, k, q, k, h, draw.randint(-9, 30), scattered[q], modality[b, k], low[k]])
    one, other = (random_number(draw, depth - 1, q, k, h, b) for _ in range(2))
    match draw.randrange(7):
        case 0:
            return one + other
        case 1 | 2:
            return one - other
        case 3:
            return one // draw.randint(1, 9)
        case 4:
            return one % draw.randint(1, 9)
        case 5:
            return abs(one) if not isinstance(one, int) else one
        case _:
            return one * draw.choice([-2, -1, 3])


def random_condition(draw: random.Random, depth: int, *places: Any) -> Any:
    """A condition of a pair."""
    if depth == 0:
        number = q_of(places) + random_number(draw, draw.randrange(3), *places)
        other = random_number(draw, draw.randrange(2), *places)
        compare = draw.choice([operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne])
        return compare(number, other)
    one, other = (random_condition(draw, depth - 1, *places) for _ in range(2))
    join = draw.choice([operator.and_, operator.or_, operator.xor, without])
    return join(one, other)


def without(left: Any, right: Any) -> Any:
    return left & ~right


def q_of(places: Sequence[Any]) -> Any:
    """0 as a symbol or a tensor, so that a comparison is one too."""
    return places[0] - places[0]


SUMS_OF_LABELS = (30,)
"""Seeds whose masks add labels and positions of both sides, which the language refuses if they may overflow."""


@pytest.mark.parametrize("seed", range(60))
def test_made_masks(seed: int) -> None:
    """Whatever operators a function joins: its translation is what the same operators give on tensors."""

    def made(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
        draw = random.Random(seed)
        return random_condition(draw, draw.randrange(3), q_idx, kv_idx, h, b)

    wanted = dense(made, N, N).numpy()
    if not wanted.any():  # which may be seen, or not
        with suppress(ValueError, Rejected):
            pattern_of(made, N)
        return
    with suppress(Rejected) if seed in SUMS_OF_LABELS else nullcontext():
        admits(pattern_of(made, N), wanted)


@pytest.mark.parametrize("heads", [None, HEADS])
@pytest.mark.parametrize("seed", range(40))
def test_made_masks_of_heads(seed: int, heads: int | None) -> None:
    """Conditions on the number of a head alone, whatever they are, beside others."""

    def made(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
        draw = random.Random(seed)
        compare = draw.choice([operator.lt, operator.ge, operator.eq, operator.ne])
        number = draw.choice([h, h % 2, h % 3, h // 2, 2 * h + 1, abs(h - 2)])
        join = draw.choice([operator.and_, operator.or_, operator.xor, without])
        return join(random_condition(draw, draw.randrange(2), q_idx, kv_idx, h, b), compare(number, draw.randint(0, 3)))

    wanted = dense(made, N, N).numpy()
    if not wanted.any():  # which may be seen, or not
        with suppress(ValueError, Rejected):
            pattern_of(made, N, heads)
        return
    with suppress(Rejected) if seed == 0 else nullcontext():  # a sum of labels that may overflow
        admits(pattern_of(made, N, heads), wanted)


@pytest.mark.parametrize("name", ["packed rows", "images before", "transfusion", "reach of heads", "rows"])
def test_modules_take_the_inputs(name: str) -> None:
    """The module of a translation, called with its inputs, attends as the function says."""
    mod, _, n, heads = CASES[name]
    found = pattern_of(mod, n, heads)
    queries, keys = n if isinstance(n, tuple) else (N, N)
    draws = torch.Generator().manual_seed(1)
    query, key, value = (
        torch.randn(BATCH, HEADS, size, 16, generator=draws, dtype=torch.float64) for size in (queries, keys, keys)
    )
    allowed = dense(mod, queries, keys)
    scores = (query @ key.mT / 4).masked_fill(~allowed, float("-inf"))
    wanted = scores.softmax(-1).nan_to_num() @ value
    inputs: dict[str, Any] = dict(found.inputs)
    out = found.load("torch").attention(query.float(), key.float(), value.float(), **inputs)
    assert (out.double() - wanted).norm() / wanted.norm() < 2e-6


def by_python(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    if q_idx - kv_idx > 4:
        return q_idx >= kv_idx
    return kv_idx < 3


def chained(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return 0 <= q_idx - kv_idx < 4


weights = torch.rand(N)
dense_table = torch.ones(N, N, dtype=torch.bool)
bytes_of = torch.zeros(N, dtype=torch.uint8)
REFUSED: dict[str, tuple[Mod, type[Exception], str]] = {
    "if": (by_python, NotImplementedError, r"decides by `4 < q_idx - kv_idx`.*write & \| ~ in place of `if`"),
    "a chain": (chained, NotImplementedError, "decides by .*chained comparisons"),
    "and": (lambda b, h, q, k: (q >= k) and (k > 2), NotImplementedError, "decides by"),
    "min": (lambda b, h, q, k: min(q, k) < 2, NotImplementedError, r"torch\.minimum in place of min"),
    "range": (lambda b, h, q, k: any(k == i for i in range(q)), NotImplementedError, "needs the number `q`"),
    "a list": (lambda b, h, q, k: [1, 2, 3][q] == k, NotImplementedError, "needs the number `q`"),
    "a fraction": (lambda b, h, q, k: q / 2 >= k, NotImplementedError, "`q / 2` makes a fraction: write //"),
    "a float": (lambda b, h, q, k: q - k < 2.5, TypeError, r"computes with 2\.5: patterns compute with integers"),
    "a divisor": (lambda b, h, q, k: q // (k + 1) > 2, NotImplementedError, r"divides by `k \+ 1`"),
    "a negative divisor": (lambda b, h, q, k: q // -2 > k, NotImplementedError, "divides by `-2`"),
    "bits": (lambda b, h, q, k: (q & 63) > k, NotImplementedError, "`&` of the bits of `q`: .*write `% 64`"),
    "not of a number": (lambda b, h, q, k: ~q, NotImplementedError, "`~` of the bits of `q`"),
    "a power": (lambda b, h, q, k: 2**h > q - k, NotImplementedError, "write the product"),
    "a function": (lambda b, h, q, k: torch.sqrt(q) > k, NotImplementedError, "calls torch's `sqrt`"),
    "a method": (lambda b, h, q, k: q.float() > k, NotImplementedError, r"`q\.float`: indices have no `float`"),
    "floats": (lambda b, h, q, k: weights[q] > 0, TypeError, r"tensor of torch\.float32, must be of int32"),
    "bytes": (lambda b, h, q, k: bytes_of[q] == k, TypeError, r"tensor of torch\.uint8, must be of int32"),
    "pairs": (lambda b, h, q, k: dense_table[q, k], NotImplementedError, r"`dense_table\[q, k\]` is a number of each"),
    "distances": (lambda b, h, q, k: scattered[q - k] > 0, NotImplementedError, r"`scattered\[q - k\]` is a number"),
    "a row": (lambda b, h, q, k: modality[b] > q, NotImplementedError, "index all its dimensions"),
    "a slice": (lambda b, h, q, k: modality[:, q] > q, NotImplementedError, "indexes `modality` with slice"),
    "a tensor": (lambda b, h, q, k: q > scattered, NotImplementedError, r"a tensor of shape \(48,\): index it"),
    "too many indices": (lambda b, h, q, k: scattered[b, q] > 0, IndexError, "2 indices of a tensor of shape"),
    "a number": (lambda b, h, q, k: q - k, TypeError, "returns the number `q - k`: compare it"),
    "a condition as a number": (
        lambda b, h, q, k: (q >= k).to(torch.int32) > 0, NotImplementedError, "`~\\(q < k\\)` as torch.int32: join"
    ),
    "a method of a condition": (lambda b, h, q, k: (q >= k).float(), NotImplementedError, "have no `float`"),
    "nothing": (lambda b, h, q, k: None, TypeError, "NoneType is neither an integer nor a condition"),
    "a number among conditions": (lambda b, h, q, k: (q > k) & k, TypeError, "joins `k < q` with the number `k`"),
    "a condition among numbers": (lambda b, h, q, k: (q > k) + k, TypeError, "joins `k < q` with the number `k`"),
    "a number among numbers": (lambda b, h, q, k: k - (q > k) > 0, TypeError, "`-` of `k` and the condition `k < q`"),
    "an order of conditions": (lambda b, h, q, k: (q > k) >= (k > 2), TypeError, "the condition `k < q` by size"),
    "bytes of an index": (lambda b, h, q, k: q.to(torch.int8) > k, NotImplementedError, "`q` as torch.int8"),
    "an entry": (lambda b, h, q, k: (b == 0) & (q >= k), NotImplementedError, "depends on the batch entry"),
    "no pair": (lambda b, h, q, k: (q > k) & False, ValueError, "admits no pair"),
    "no length": (lambda b, h, q, k: q < lengths[b], ValueError, "pass n=, the length of the sequence"),
    "two lengths": (
        lambda b, h, q, k: (image_of[q] == 0) | (scattered[q] == 0), ValueError, "tensors of 20 and 48 positions"
    ),
    "outside": (lambda b, h, q, k: scattered[q + 1] == scattered[q], IndexError, r"`scattered\[q \+ 1\]` reads"),
    "no number of heads": (lambda b, h, q, k: reach[h // 2] > q - k, ValueError, "pass heads="),
    "a head without keys": (
        lambda b, h, q, k: (starts[h] > 0) & (q >= k), NotImplementedError, "head 0 attends to no key"
    ),
    "large labels": (
        lambda b, h, q, k: torch.full((N,), 2**62)[q] == k % 3, ValueError, r"from -2\*\*62 to 2\*\*62 - 1"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    """Each error names the expression, in the words of the function, and says what to write."""
    mod, error, words = REFUSED[name]
    with pytest.raises(error, match=words) as raised:
        pattern_of(mod)
    assert str(raised.value).startswith("mask_mod: ")


def test_heads_that_contradict_a_tensor() -> None:
    with pytest.raises(ValueError, match="of 4 and of 8 heads"):
        pattern_of(of_heads(lambda h, q, k: q - k <= reach[h]), heads=8)


def test_what_overflows_is_refused_by_the_language() -> None:
    with pytest.raises(Rejected, match="overflows 64 bits"):
        pattern_of(of_pairs(lambda q, k: q * q * k > 3))


def test_names() -> None:
    """The function's name and those of its tensors, where they can be names of a pattern and of inputs."""

    class Held:
        def __init__(self) -> None:
            self.spans_of = scattered

        def mask(self, _b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
            return self.spans_of[q_idx] == self.spans_of[kv_idx]

    n = scattered
    assert pattern_of(sliding).text.startswith("pattern sliding {\n")
    assert pattern_of(of_pairs(lambda q, k: q > k)).text.startswith("pattern mask {\n")
    assert list(pattern_of(Held().mask).inputs) == ["spans_of"]
    assert list(pattern_of(of_pairs(lambda q, k: n[q] == n[k])).inputs) == ["n_2"]
    assert list(pattern_of(of_pairs(lambda q, k: [scattered][0].clone()[q] > k)).inputs) == ["positions"]


def test_tensors_longer_than_the_sequence_are_cut() -> None:
    found = pattern_of(of_pairs(lambda q, k: scattered[q] == scattered[k]), 20)
    assert torch.equal(found.inputs["scattered"], scattered[:20])  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="reads entry 48 of dimension 0, which has 48: pass the n"):
        pattern_of(of_pairs(lambda q, k: scattered[q] == scattered[k]), 60)


def test_far_bounds_are_not_sums_that_overflow() -> None:
    everything = torch.full((N,), torch.iinfo(torch.int64).max)
    (given,) = pattern_of(of_pairs(lambda q, k: k <= everything[q])).inputs.values()
    assert isinstance(given, Tensor)
    assert (given > N).all()


def test_methods_of_indices_and_conditions() -> None:
    """As tensors have them."""

    def made(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
        near = q_idx.sub(kv_idx).remainder(4).eq(0).logical_or(q_idx.ge(kv_idx)).to(torch.bool)
        return near.logical_and((kv_idx.minimum(q_idx.long()) % 8).bool()).logical_not()

    admits(pattern_of(made), dense(made, N, N).numpy())


def test_a_tensor_of_one_number_is_a_constant() -> None:
    width = torch.tensor(7)
    assert "window(7, 0)" in pattern_of(of_pairs(lambda q, k: (q >= k) & (q - k <= width))).text
    assert "window(7, 0)" in pattern_of(of_pairs(lambda q, k: (q >= k) & (width >= q - k))).text


def test_boxes_of_grids() -> None:
    """In three dimensions, with even extents, and of whole lines; windows that don't move inwards are none."""

    def video(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
        frame, row, column = (q_idx // 12).clip(1, 2), (q_idx // 4 % 3).clip(1, 1), (q_idx % 4).clip(1, 3)
        near = (abs(frame - kv_idx // 12) <= 1) & (abs(row - kv_idx // 4 % 3) <= 1)
        return near & (column - 1 <= kv_idx % 4) & (kv_idx % 4 <= column)

    def cut_off(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
        return (abs(q_idx // 8 - kv_idx // 8) <= 1) & (abs(q_idx % 8 - kv_idx % 8) <= 1)

    found = pattern_of(video, N)
    assert found.text.splitlines()[1:3] == ["    grid 4 x 3 x 4", "    attend box(3, 3, 2)"]
    admits(found, dense(video, N, N).numpy())
    found = pattern_of(cut_off, N)
    assert "when(" in found.text
    admits(found, dense(cut_off, N, N).numpy())


def sliding_tiles(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    """Of 10 x 12 cells in tiles of 2 x 2, the 3 x 3 tiles around that of the query, moved inwards at a border."""
    row, column = (q_idx // 12 // 2).clip(1, 3), (q_idx % 12 // 2).clip(1, 4)
    return (abs(row - kv_idx // 24) <= 1) & (abs(column - kv_idx % 12 // 2) <= 1)


def causal_video(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    """Of 3 x 4 x 4 cells, the last two frames up to the query's, and in these three columns of its row."""
    frames, column = q_idx // 16 - kv_idx // 16, (q_idx % 4).clip(1, 2)
    near = (frames >= 0) & (frames < 2) & (q_idx // 4 % 4 == kv_idx // 4 % 4)
    return near & (column - 1 <= kv_idx % 4) & (kv_idx % 4 <= column + 1)


def shared_frames(_b: Any, _h: Any, q_idx: Any, kv_idx: Any) -> Any:
    """Of 12 frames of 4 cells, those from 3 before the pair of frames that holds the query's, and none after it."""
    frame, key_frame = q_idx // 4, kv_idx // 4
    return (key_frame >= frame // 2 * 2 - 3) & (key_frame <= frame) & (q_idx % 4 == kv_idx % 4)


@pytest.mark.parametrize(
    ("mask_mod", "grid", "box"),
    [
        (sliding_tiles, "10 x 12", "box(6, 6, stride=2)"),
        (causal_video, "3 x 4 x 4", "box(2, 1, 3, causal=[true, false, false])"),
        (shared_frames, "12 x 4", "box(5, 1, stride=[2, 1], causal=[true, false])"),
    ],
)
def test_boxes_that_queries_share_or_that_look_back(mask_mod: Any, grid: str, box: str) -> None:
    n = prod(map(int, grid.split(" x ")))
    found = pattern_of(mask_mod, n)
    admits(found, dense(mask_mod, n, n).numpy())
    assert found.text.splitlines()[1:3] == [f"    grid {grid}", f"    attend {box}"]


def test_lengths_are_within_the_sequence() -> None:
    """As modules ask, also where the function compares with a number beyond it."""
    found = pattern_of(of_entries(lambda b, q, k: (k <= lengths[b]) | (k <= lengths[b] - 7)), N)
    held = [one for one in found.inputs.values() if isinstance(one, Tensor)]
    assert [one.tolist() for one in held] == [[6, N, 1], [0, N - 6, 0]]


def test_a_head_alone_is_told_apart() -> None:
    found = pattern_of(of_heads(lambda h, q, k: torch.where(h == 2, q >= k, q == k)))
    assert [line.strip() for line in found.text.splitlines() if "heads" in line] == [
        "heads 0..2 {",
        "heads 2..3 {",
        "heads 3.. {",
    ]
    admits(found, dense(of_heads(lambda h, q, k: torch.where(h == 2, q >= k, q == k)), N, N).numpy())


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"n": 0}, ValueError, "n: 0, must be at least 1"),
        ({"n": 4.0}, TypeError, r"n: 4\.0, must be a whole number, or a pair of them: queries and keys of a call"),
        ({"n": (4, 5, 6)}, TypeError, "n: .*must be a whole number"),
        ({"n": (4, -1)}, ValueError, "n: .*must be at least 1"),
        ({"heads": "4"}, TypeError, "heads: '4', must be a whole number"),
        ({"heads": (4, 4)}, TypeError, "heads: "),
        ({"heads": 0}, ValueError, "heads: 0, must be at least 1"),
    ],
)
def test_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        pattern_of(causal, **arguments)
