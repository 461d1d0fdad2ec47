"""The meaning itself, held against sets written out by hand and against the identities the language states."""

from __future__ import annotations

import math

import pytest
import torch

from patternc.analysis.calls import Shape
from patternc.ir import semantics
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import (
    Alibi,
    And,
    AtLeast,
    Below,
    Branch,
    ByHead,
    ByHeadBlock,
    Combine,
    Constant,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    Heads,
    HeadShare,
    Mask,
    Not,
    Offset,
    Or,
    Pattern,
    RelativePosition,
    Residue,
    SameResidue,
    Score,
    Side,
    Softcap,
)
from patternc.testing.compare import answer_of, draw
from patternc.testing.oracle import Inputs, oracle

Q, K = Side.QUERY, Side.KEY
CAUSAL = Below(K, RelativePosition(1))
ZERO = Fixed(0)


def segment(w: int, dilation: int = 1, offset: Offset = ZERO) -> Mask:
    inside: tuple[Mask, ...] = (AtLeast(K, RelativePosition(0, 0, w)), Below(K, RelativePosition(w, 0, w)))
    return And((*inside, Residue(K, dilation, offset, w), Residue(Q, dilation, offset, w)))


def pattern(*masks: Mask, combine: Combine = Combine.LSE, scores: tuple[Score, ...] = ()) -> Pattern:
    branches = tuple(Branch(mask) for mask in masks)
    return Pattern("p", (HeadGroup(HeadRange(0, None), branches, combine, len(branches)),), scores)


def keys(mask: Mask, q: int, n: int, h: int = 0, heads: int = 4) -> list[int]:
    return [k for k in range(n) if semantics.admits(mask, h, q, k, n, heads)]


@pytest.mark.parametrize(
    ("mask", "q", "expected"),
    [
        (CAUSAL, 3, [0, 1, 2, 3]),
        (And((AtLeast(K, RelativePosition(-2)), Below(K, RelativePosition(1)))), 5, [3, 4, 5]),
        (segment(4), 6, [4, 5, 6, 7]),
        (segment(6, 2), 8, [6, 8]),
        (segment(6, 2), 7, []),
        (segment(4, 2, Fixed(1)), 5, [5, 7]),
        (SameResidue(3), 4, [1, 4, 7]),
        (SameResidue(3, 4), 4, [0, 3, 4, 7, 8]),
        (Below(K, Constant(2)), 9, [0, 1]),
        (AtLeast(K, FromEnd(-2)), 0, [8, 9]),
        (Or((Below(K, Constant(1)), Below(Q, Constant(1)))), 0, list(range(10))),
        (Or((Below(K, Constant(1)), Below(Q, Constant(1)))), 7, [0]),
        (Below(Q, RelativePosition(1)), 8, [8, 9]),
        (Not(CAUSAL), 7, [8, 9]),
        (And(), 0, list(range(10))),
        (Or(), 0, []),
    ],
)
def test_key_sets(mask: Mask, q: int, expected: list[int]) -> None:
    assert keys(mask, q, 10) == expected


def test_offsets_follow_the_head() -> None:
    assert [keys(segment(4, 2, ByHead()), h % 2, 4, h) for h in range(4)] == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert [keys(segment(4, 2, ByHeadBlock()), h // 2, 4, h) for h in range(4)] == [[0, 2], [0, 2], [1, 3], [1, 3]]


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        (HeadRange(1, 3), [1, 2]),
        (HeadRange(2, None), [2, 3, 4, 5, 6, 7]),
        (HeadShare(0, 3, True), [0, 1, 2]),
        (HeadShare(1, 3, True), [3, 4, 5]),
        (HeadShare(2, 3, True), [6, 7]),
        (HeadShare(0, 3, False), [0, 1]),
        (HeadShare(2, 3, False), [5, 6, 7]),
    ],
)
def test_head_groups_of_eight(heads: Heads, expected: list[int]) -> None:
    assert list(semantics.head_range(heads, 8)) == expected


SHAPE = Shape("t", 2, 4, 2, HeadDims.equal(16), 11, 13, 3, 1, 17)


def truth(meaning: Pattern, shape: Shape = SHAPE) -> tuple[Inputs, torch.Tensor, torch.Tensor | None]:
    inputs = draw(shape, "float32", "cpu", 7)
    answer = oracle(meaning, shape, inputs)
    return inputs, answer.out, answer.lse


def by_hand(inputs: Inputs, counts: list[list[int]], shape: Shape) -> tuple[torch.Tensor, torch.Tensor]:
    """One softmax over a multiset, for head 0 of batch 0, in Python floats."""
    out, lse = torch.zeros(shape.queries, shape.dims.value, dtype=torch.float64), []
    for i in range(shape.queries):
        row = inputs.query[0, 0, i].double()
        weights = [
            count * math.exp(float(row @ inputs.key[0, 0, j].double()) / math.sqrt(shape.dims.key))
            for j, count in enumerate(counts[i])
        ]
        lse.append(math.log(sum(weights)) if sum(weights) else -math.inf)
        for j, weight in enumerate(weights):
            if weight:
                out[i] += weight / sum(weights) * inputs.value[0, 0, j].double()
    return out, torch.tensor(lse, dtype=torch.float64)


@pytest.mark.parametrize("combine", [Combine.LSE, Combine.LSE_DETACH])
def test_branches_mixed_by_lse_are_one_softmax_over_the_multiset(combine: Combine) -> None:
    masks = (segment(8), segment(16, 2), And((CAUSAL, SameResidue(3))))
    inputs, out, lse = truth(pattern(*masks, combine=combine))
    counts = [
        [sum(semantics.admits(mask, 0, i + 3, j + 1, 17, 4) for mask in masks) for j in range(SHAPE.keys)]
        for i in range(SHAPE.queries)
    ]
    expected, expected_lse = by_hand(inputs, counts, SHAPE)
    assert lse is not None
    torch.testing.assert_close(out[0, 0], expected)
    torch.testing.assert_close(lse[0, 0], expected_lse)


def test_set_union_counts_a_key_once() -> None:
    masks = (segment(8), segment(16))
    _, joined, _ = truth(pattern(Or(masks)))
    _, mixed, _ = truth(pattern(*masks))
    assert not torch.allclose(joined, mixed)


def test_mean_and_sum_add_branches() -> None:
    masks = (segment(8), CAUSAL)
    outs = [truth(pattern(mask))[1] for mask in masks]
    torch.testing.assert_close(truth(pattern(*masks, combine=Combine.SUM))[1], outs[0] + outs[1])
    torch.testing.assert_close(truth(pattern(*masks, combine=Combine.MEAN))[1], (outs[0] + outs[1]) / 2)


def test_a_row_without_keys_is_zero_and_minus_infinity() -> None:
    nothing = pattern(Or())
    inputs = draw(SHAPE, "float32", "cpu", 7)
    answer = oracle(nothing, SHAPE, inputs)
    assert answer.lse is not None
    assert (answer.lse == -math.inf).all()
    assert not any(x.any() for x in (answer.out, answer.dq, answer.dk, answer.dv))


@pytest.mark.parametrize("combine", [one for one in Combine if one is not Combine.GATE])  # see test_gates
def test_oracle_gradients_are_finite_differences(combine: Combine) -> None:
    meaning = pattern(segment(4, 2), CAUSAL, combine=combine, scores=(Softcap(2.0), Alibi()))
    shape = Shape("t", 1, 2, 1, HeadDims.equal(16), 6, 7, 2, 1, 9)
    inputs = draw(shape, "float64", "cpu", 3)
    answer = oracle(meaning, shape, inputs)
    if combine is Combine.LSE_DETACH:  # its gradient is not that of its value, on purpose
        assert not torch.allclose(answer.dq, oracle(pattern(segment(4, 2), CAUSAL), shape, inputs).dq)
        return

    def value(which: str, x: torch.Tensor) -> float:
        tensors = {"query": inputs.query, "key": inputs.key, "value": inputs.value, which: x}
        given = tensors["query"], tensors["key"], tensors["value"], inputs.grad_out, inputs.grad_lse
        moved = oracle(meaning, shape, Inputs(*given))
        total = (moved.out * inputs.grad_out).sum()
        if moved.lse is not None:
            total = total + (moved.lse.masked_fill(moved.lse == -math.inf, 0.0) * inputs.grad_lse).sum()
        return float(total)

    for which, gradient in (("query", answer.dq), ("key", answer.dk), ("value", answer.dv)):
        x = getattr(inputs, which)
        step = torch.zeros_like(x)
        step.view(-1)[::5] = 1e-6
        slope = (value(which, x + step) - value(which, x - step)) / 2e-6
        assert slope == pytest.approx(float(gradient.reshape(-1)[::5].sum()), rel=1e-5, abs=1e-7)


def test_answer_of_reads_a_module() -> None:
    """A module whose `attention` is torch's own, under a causal pattern, agrees with the oracle."""
    import types

    def attention(
        query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, return_lse: bool = False, **_: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        key, value = (x.repeat_interleave(query.shape[1] // key.shape[1], 1) for x in (key, value))
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -math.inf)
        assert return_lse
        return scores.softmax(-1) @ value, scores.logsumexp(-1)

    module = types.ModuleType("dense")
    module.attention = attention  # type: ignore[attr-defined]
    shape = Shape("t", 1, 4, 2, HeadDims.equal(16), 9, 9, 0, 0, 9)
    inputs = draw(shape, "float64", "cpu", 1)
    found, wanted = answer_of(module, pattern(CAUSAL), shape, inputs), oracle(pattern(CAUSAL), shape, inputs)
    for field in ("out", "lse", "dq", "dk", "dv"):
        torch.testing.assert_close(getattr(found, field), getattr(wanted, field))
