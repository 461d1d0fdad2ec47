"""Functions of pairs, by themselves in Triton's interpreter."""
# mypy: disable-error-code="untyped-decorator,name-defined,no-untyped-def"

from __future__ import annotations

import numpy as np
import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

from patternc.ir.mask import Box  # noqa: E402
from patternc.ir.semantics import boxed  # noqa: E402
from patternc.ir.traversal import boxes_in  # noqa: E402
from patternc.runtime.triton.pairs import _add_by_distance, _near  # noqa: E402
from patternc.runtime.triton.tile_choice import _pair_strides  # noqa: E402

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


@pytest.mark.parametrize("shape", [(2, 4, 16, 16), (1, 1, 17, 48), (2, 1, 1, 5)])
def test_strides_of_pairs_are_odd(shape: tuple[int, ...]) -> None:
    """Triton compiles a kernel anew for numbers that are multiples of 16, which lengths decide."""
    strides = [getattr(one, "value", one) for one in _pair_strides(torch.empty(shape))]
    assert all(stride % 2 for stride in strides)
    wanted = (step if size > 1 else 0 for size, step in zip(shape, torch.empty(shape).stride(), strict=True))
    assert [stride // 2 for stride in strides] == [*wanted]


@triton.jit
def _nearest(found, n, AXIS: tl.constexpr, WIDTH: tl.constexpr):
    q, k = tl.arange(0, WIDTH)[:, None], tl.arange(0, WIDTH)[None, :]
    near = _near(q, k, *AXIS)
    tl.store(found + q * n + k, near, mask=(q < n) & (k < n))


@pytest.mark.parametrize(
    "box",
    [
        Box((29,), (5,), (1,)),
        Box((29,), (6,), (4,)),
        Box((29,), (5,), (4,), (3,), (1,)),
        Box((29,), (8,), (1,), (4,), (4,)),
    ],
    ids=["alone", "dilated", "shared and dilated", "causal"],
)
def test_cells_that_are_near(box: Box) -> None:
    (size,) = box.grid
    ((axis,),) = boxes_in((box,))
    found = torch.zeros(size, size, dtype=torch.bool)
    _nearest[(1,)](found, size, AXIS=axis.numbers, WIDTH=32)
    cells = np.arange(size)
    assert np.array_equal(found.numpy(), boxed(box, cells[:, None], cells[None, :]))
