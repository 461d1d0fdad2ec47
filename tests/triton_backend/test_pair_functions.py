"""Functions of pairs, by themselves in Triton's interpreter."""
# mypy: disable-error-code="untyped-decorator,name-defined,no-untyped-def"

from __future__ import annotations

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

from patternc.runtime.triton.pairs import _add_by_distance  # noqa: E402

pytestmark = pytest.mark.interpreter


@triton.jit
def _by_distance(totals, values, first, RADIUS: tl.constexpr, SIZE: tl.constexpr):
    rows, columns = tl.arange(0, SIZE)[:, None], tl.arange(0, SIZE)[None, :]
    _add_by_distance(totals, tl.load(values + rows * SIZE + columns), rows, first + columns, RADIUS)


@pytest.mark.parametrize("first", [-70, -20, 0, 20, 70])
def test_a_sum_of_far_pairs_keeps_its_digits(first: int) -> None:
    """Two values as large as 2**24 ones: added to them singly, ones are lost."""
    radius, size = 4, 64
    values = torch.ones(size, size)
    values[0, -1] = values[-1, 0] = 2.0**24
    distance = first + torch.arange(size)[None, :] - torch.arange(size)[:, None]
    meant = torch.zeros(2 * radius + 1, dtype=torch.float64)
    meant.index_add_(0, (distance.clamp(-radius, radius) + radius).flatten(), values.double().flatten())
    totals = torch.zeros(2 * radius + 1)
    _by_distance[(1,)](totals, values, first, RADIUS=radius, SIZE=size)
    torch.testing.assert_close(totals.double(), meant, rtol=2e-6, atol=0.0)
