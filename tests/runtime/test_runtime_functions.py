"""Functions of the run-time library by themselves."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from patternc.runtime.checks import _check_range, _check_tensor, _demand, _held, _integer, _number, _require
from patternc.runtime.counting import _pairs
from patternc.runtime.curves import _hilbert, _morton, _tiled
from patternc.runtime.hashing import _below, _hash
from patternc.runtime.input_tensors import _document_ends
from patternc.runtime.layers import _LayerNorm, _RMSNorm
from patternc.runtime.lists import _among, _between, _block_range, _box_pairs, _in_lists, _refined
from patternc.runtime.position_hash import _hashed
from patternc.runtime.selections import _boxed
from patternc.runtime.sinks import _with_sink

CPU = torch.device("cpu")


def test_a_demand_names_its_values() -> None:
    _require(True, "{} is {}", "x", 1)
    with pytest.raises(TypeError, match=r"^x is 1, must be 2$"):
        _require(False, "{} is {}, must be 2", "x", 1, error=TypeError)


def test_numbers_of_any_type() -> None:
    numpy: Any = pytest.importorskip("numpy")
    assert type(_integer("x", numpy.int64(3), 4)) is int
    assert type(_number("x", numpy.float32(3))) is float
    with pytest.raises(ValueError, match=r"x is 17, must be 0 to 2\*\*4"):
        _integer("x", 17, 4)
    with pytest.raises(TypeError, match="x is a bool, must be an int"):
        _integer("x", True)
    with pytest.raises(ValueError, match="x is inf, must be finite in float32"):
        _number("x", math.inf)


def test_a_tensor_without_a_shape_may_have_any() -> None:
    query = torch.zeros(2, 3)
    _check_tensor("x", torch.zeros(5), query, (torch.float32,))
    with pytest.raises(ValueError, match=r"x has shape \(5,\), must be \(2, 4\)"):
        _check_tensor("x", torch.zeros(5), query, (torch.float32,), 2, 4)
    with pytest.raises(TypeError, match=r"x is torch\.float32, must be torch\.int32 or torch\.int64"):
        _check_tensor("x", torch.zeros(5), query, (torch.int32, torch.int64))


def test_a_wrong_number_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"x is \[1, 9\], must be 0 to 3"):
        _check_range("x", torch.tensor([1, 9]), 0, 3, True)
    many = torch.zeros(40, dtype=torch.int32)
    many[33] = 9
    with pytest.raises(ValueError, match=r"x\[33\] is 9, must be 0 to 3"):
        _check_range("x", many, 0, 3, True)
    with pytest.raises(ValueError, match=r"x is \[0, .*, \.\.\.\], must rule"):
        _demand("x", many, many[:1] > 0, "rule", True)


def test_heads_that_a_call_holds() -> None:
    assert _held(range(2, 6), 4, 3) == range(2)
    assert _held(range(2, 6), 8, 3) == range(0)
    assert _held(range(6, 99), 4, 3) == range(2, 3)


@pytest.mark.parametrize(("first", "step"), [(0, 1), (2, 3)])
def test_pairs_are_counted(first: int, step: int) -> None:
    q, keys = torch.arange(3, 20), range(2, 17)
    wanted = sum(max(int(row) - 5, 2) <= k <= row for row in q for k in keys if k >= first and (k - first) % step == 0)
    assert _pairs(q, keys, (q - 5,), (q + 1,), first, step) == wanted


@pytest.mark.parametrize("grid", [(6, 8), (4, 6, 2), (1, 7)])
def test_curves_visit_each_cell_once(grid: tuple[int, ...]) -> None:
    ones = (1,) * len(grid)
    cells = list(range(math.prod(grid)))
    for order in (_hilbert(grid, CPU), _morton(grid, CPU), _tiled(grid, (2,) * len(grid), ones, CPU)):
        assert sorted(order.tolist()) == cells


def test_both_hashes_are_alike_for_numbers_and_tensors() -> None:
    numbers = torch.arange(5)
    found = [_hash(3, torch.tensor(x)).item() for x in range(5)]
    assert _hash(3, numbers).tolist() == found
    wide = [_hashed(3, torch.tensor(x)) for x in range(5)]
    assert torch.equal(_hashed(3, numbers), torch.stack(wide))
    assert [x % 2**32 for x in found] == [int(x) for x in wide]


def test_a_share_of_hashes_is_below_a_threshold() -> None:
    hashes = _hash(1, torch.arange(4000))
    assert _below(hashes, 2**32).all()
    assert abs(_below(hashes, 2**30).float().mean().item() - 0.25) < 0.03


def test_documents_end_where_the_next_begins() -> None:
    ends = _document_ends(torch.tensor([0, 2, 2, 3]), 6, 2)
    assert ends.tolist() == [[[0, 0, 0, 0, 4, 4, 4, 0], [4, 4, 4, 4, 6, 6, 4, 0]]]  # then cuts; one document is empty


def test_a_sink_is_one_more_logit() -> None:
    scores, values, logit = torch.randn(1, 1, 1, 5), torch.randn(1, 1, 5, 4), torch.tensor([0.3])
    lse = scores.logsumexp(-1)
    out, total = _with_sink(scores.softmax(-1) @ values, lse, logit)
    every = torch.cat([scores, logit.view(1, 1, 1, 1)], -1)
    torch.testing.assert_close(out, every.softmax(-1)[..., :5] @ values)
    torch.testing.assert_close(total, every.logsumexp(-1))


def pairs_of(at: Tensor) -> list[tuple[int, ...]]:
    return [tuple(pair) for pair in at.t().tolist()]


def test_blocks_between_bounds_and_finer_ones() -> None:
    assert _block_range(range(5, 17), 4) == range(1, 5)
    at = _between(range(2), range(1, 3), torch.tensor([0, 3]), torch.tensor([2, 3]))
    assert pairs_of(at) == [(0, 0, 1, 0), (0, 0, 1, 1), (0, 1, 1, 0), (0, 1, 1, 1)]
    assert pairs_of(_refined(at[:, :1], 2, 2)) == [(0, 0, 2, 0), (0, 0, 2, 1), (0, 0, 3, 0), (0, 0, 3, 1)]
    head, row, column = at[1], at[2], at[3]
    assert _among(head, row, column, at[:, 1:3]).tolist() == [False, True, True, False]


@pytest.mark.parametrize("steps", [(), ((2, 1), (0, 2)), ((2, 3), (1, 0))], ids=["alone", "causal", "shared"])
def test_blocks_of_a_box_hold_its_pairs(steps: tuple[tuple[int, ...], ...]) -> None:
    grid, extents, dilations, block = (5, 6), (3, 3), (1, 2), 4
    cell = torch.arange(30)
    seen = _boxed(cell.unsqueeze(1), cell, grid, extents, dilations, *steps)
    assert seen.sum(1).eq(9).all()
    row, column, whole = _box_pairs(cell, grid, extents, dilations, block, *steps)
    padded = torch.nn.functional.pad(seen.long(), (0, 2, 0, 2)).view(8, block, 8, block).sum((1, 3))
    assert [*zip(row.tolist(), column.tolist(), strict=True)] == [tuple(x) for x in padded.nonzero().tolist()]
    sizes = torch.tensor([4] * 7 + [2])
    assert torch.equal(whole, padded[row, column] == sizes[row] * sizes[column])


@pytest.mark.parametrize("kind", [_RMSNorm, _LayerNorm])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_norms_round_only_their_result(kind: type[_RMSNorm | _LayerNorm], dtype: torch.dtype) -> None:
    norm = kind(48)
    for weight in norm.parameters():
        nn.init.normal_(weight)
    x = torch.randn(20, 48).to(dtype)
    wanted = _normed(norm, x.double())
    rounded = (wanted.to(dtype).double() - wanted).norm()
    assert (norm(x).double() - wanted).norm() < 1.01 * rounded


def _normed(norm: _RMSNorm | _LayerNorm, x: Tensor) -> Tensor:
    x = x - x.mean(-1, keepdim=True) if isinstance(norm, _LayerNorm) else x
    spread = (x.square().mean(-1, keepdim=True) + (norm.eps or torch.finfo(torch.float32).eps)).sqrt()
    bias = norm.bias.double() if isinstance(norm, _LayerNorm) else 0.0
    return x / spread * norm.weight.double() + bias


def test_columns_are_found_in_lists() -> None:
    """Against Python's lists: holes, repeats, and lists of no entries."""
    generator = torch.Generator().manual_seed(3)
    lists = torch.randint(-1, 9, (2, 3, 4, 6), generator=generator)
    batch, head, row, column = (torch.randint(0, most, (500,), generator=generator) for most in (2, 3, 4, 12))
    found = _in_lists(lists, batch, head, row, column)
    places = (x.tolist() for x in (batch, head, row, column))
    wanted = [c in lists[b, h, r].tolist() for b, h, r, c in zip(*places, strict=True)]
    assert found.tolist() == wanted
    assert not _in_lists(lists[..., :0], batch, head, row, column).any()
    assert _in_lists(lists[:, :1], batch, 0, row, column).tolist() == [
        c in lists[b, 0, r].tolist() for b, r, c in zip(*(x.tolist() for x in (batch, row, column)), strict=True)
    ]


def test_blocks_are_cut_into_rows_and_columns() -> None:
    at = torch.tensor([[0, 1], [0, 0], [1, 0], [2, 3]])
    wanted = [(0, 0, row, column) for row in (3, 4, 5) for column in (4, 5)]
    wanted += [(1, 0, row, column) for row in (0, 1, 2) for column in (6, 7)]
    assert pairs_of(_refined(at, 3, 2)) == wanted
