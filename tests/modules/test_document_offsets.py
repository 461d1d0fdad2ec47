"""Offsets from position ids and document ids, against masks of pairs that are written out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

import patternc

CAUSAL = "pattern packed { input offsets: offsets; attend causal & document(@offsets) }\n"
NAN = float("nan")


def same(ids: Tensor) -> Tensor:
    """[B, N, N]: whether two positions have one document."""
    return ids[:, :, None] == ids[:, None, :]


def ids_of(offsets: Tensor, n: int) -> Tensor:
    """[B, N]: numbers of documents, for each position by itself."""
    assert offsets.dtype == torch.int32
    assert (offsets[:, 0] == 0).all()
    assert (offsets[:, -1] == n).all()
    assert (offsets.diff() >= 0).all()
    return (torch.arange(n)[None, :, None] >= offsets[:, None, :]).sum(2)


@pytest.mark.parametrize("seed", range(8))
def test_documents_of_drawn_batches(seed: int) -> None:
    """Rows of one to many documents, whose ids are no numbers in order."""
    drawn = torch.Generator().manual_seed(seed)
    batch, n = 1 + seed % 3, 1 + 5 * seed
    changes = (torch.rand(batch, n, generator=drawn) < torch.rand(batch, 1, generator=drawn)).cumsum(1)
    names = torch.randperm(n + 1, generator=drawn) - 3
    ids = names[changes]
    offsets = patternc.of_documents(ids)
    assert torch.equal(same(ids_of(offsets, n)), same(ids))
    starts = torch.cat([torch.ones(batch, 1, dtype=torch.bool), ids[:, 1:] != ids[:, :-1]], 1)
    places = torch.arange(n).expand(batch, n)
    position_ids = places - torch.where(starts, places, 0).cummax(1).values
    assert torch.equal(patternc.offsets_of(position_ids), offsets)
    assert torch.equal(patternc.of_documents(ids[0]), patternc.of_documents(ids[:1])[0])
    assert torch.equal(patternc.offsets_of(position_ids[0].numpy()), patternc.of_documents(ids[0].tolist()))


MASK = torch.tensor([[0, 0, 1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0, 0]])
IDS = torch.tensor([[-1, -1, 4, 4, 9, 9, 9, -1], [4, 5, 5, 6, 6, 6, 6, 6], [-1] * 8])
POSITIONS = torch.tensor([[1, 1, 0, 1, 0, 1, 2, 1], [0, 0, 1, 0, 1, 2, 3, 4], [7, 0, 1, 0, 0, 3, 3, 9]])
EXPECTED = [[0, 2, 4, 7, 8], [0, 1, 3, 8, 8], [0, 8, 8, 8, 8]]


def test_padding_is_documents_of_its_own() -> None:
    assert patternc.of_documents(IDS, padding=-1).tolist() == EXPECTED
    for mask in (MASK, MASK.bool(), MASK.numpy()):
        assert patternc.offsets_of(POSITIONS, mask).tolist() == EXPECTED
    assert patternc.of_documents([[0, 0], [5, 7]], padding=7).tolist() == [[0, 2, 2], [0, 1, 2]]
    assert patternc.of_documents(MASK, padding=0).tolist() == [[0, 2, 7, 8], [0, 8, 8, 8], [0, 8, 8, 8]]


def test_tokens_attend_as_ids_say_and_never_to_padding() -> None:
    """Keys and values of padding are NaN: a weight of 0 would not hide them."""
    attention = patternc.loads(CAUSAL, "torch").attention
    torch.manual_seed(0)
    query, key, value = torch.randn(3, 3, 2, 8, 16)
    padding = IDS[:, None, :, None] == -1
    offsets = patternc.of_documents(IDS, padding=-1)
    out = attention(query, key.masked_fill(padding, NAN), value.masked_fill(padding, NAN), offsets=offsets)
    assert torch.equal(offsets, patternc.offsets_of(POSITIONS, MASK))
    scores = (query.double() @ key.double().mT) / 4
    allowed = same(IDS) & torch.ones(8, 8, dtype=torch.bool).tril()
    wanted = scores.masked_fill(~allowed[:, None], -torch.inf).softmax(-1) @ value.double()
    tokens = ~padding.expand_as(out)
    assert (out[tokens] - wanted[tokens]).abs().max() < 1e-6


@pytest.mark.parametrize("shape", [(0,), (2, 0), (0, 5), (1, 1)])
def test_batches_of_nothing_and_of_little(shape: tuple[int, ...]) -> None:
    ids = torch.zeros(shape, dtype=torch.int32)
    for found in (patternc.of_documents(ids), patternc.offsets_of(ids) if shape != (0, 5) else torch.zeros(0, 2).int()):
        assert found.shape == (*shape[:-1], 2)
        assert found.tolist() == (torch.tensor([0, shape[-1]]).expand(found.shape)).tolist()


@pytest.mark.parametrize(
    ("call", "given", "error", "said"),
    [
        ("of_documents", ([1, 1, 2, 1],), ValueError, r"document_ids: \[3\] is 1, as position 0 is, with others betw"),
        ("of_documents", ([[0, 1, 1], [0, 1, 0]],), ValueError, r"document_ids: \[1, 2\] is 0, as position 0 is"),
        ("of_documents", ([[0, -1, 0], [0, 1, 1]], -1), ValueError, r"document_ids: \[0, 2\] is 0, as position 0 is"),
        ("of_documents", ([0.0, 1.0],), TypeError, r"document_ids: is of torch.float32, must be of integers"),
        ("of_documents", (torch.zeros(1, 2, 3).int(),), ValueError, r"document_ids: has shape \(1, 2, 3\), must be \["),
        ("of_documents", (np.array(3),), ValueError, r"document_ids: has shape \(\), must be \[N\] or \[B, N\]"),
        ("of_documents", ([[0, 1], [0]],), TypeError, r"document_ids: is no tensor of integers \[N\] or \[B, N\]: "),
        ("of_documents", ("0011",), TypeError, r"document_ids: is no tensor of integers"),
        ("of_documents", ([0, 1], "1"), TypeError, r"padding: '1', must be an integer: the id of padding"),
        (
            "of_documents",
            ([0, 1], torch.tensor(1.0)),
            TypeError,
            r"padding: tensor\(1\.\), must be an integer: the id of padding",
        ),
        (
            "offsets_of",
            ([0, 1, 3],),
            ValueError,
            r"position_ids: \[2\] is 3, after 1: the positions of a document must",
        ),
        ("offsets_of", ([[0, 1], [0, 0], [1, 2]],), ValueError, r"position_ids: \[2, 0\] is 1, first: the positions"),
        ("offsets_of", ([1, 1, 0, 1],), ValueError, r"position_ids: \[0\] is 1, first: .*attention_mask=\.\.\."),
        ("offsets_of", ([0, 1, 1, 2], [1, 1, 0, 1]), ValueError, r"position_ids: \[3\] is 2, after padding: "),
        ("offsets_of", ([0, 1], [1, 1, 1]), ValueError, r"attention_mask: has shape \(3,\), must be \(2,\)"),
        ("offsets_of", ([0, 1], [1.0, 1.0]), TypeError, r"attention_mask: is of torch.float32, must be of integers"),
        ("offsets_of", (torch.arange(3.0),), TypeError, r"position_ids: is of torch.float32, must be of integers"),
    ],
)
def test_what_no_offsets_say(call: str, given: tuple[Any, ...], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        getattr(patternc, call)(*given)
