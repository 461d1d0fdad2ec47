"""Programs of drivers beside float64, for the C++ library and for the CUDA library."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Wide = NDArray[np.float64]


class Run(Protocol):
    """Runs a program of a driver. Arrays are contiguous, bfloat16 as its bits, and hold the results afterwards."""

    def __call__(
        self,
        name: str,
        *arguments: NDArray[np.generic] | int | float | None,
        rows: int,
        grid: tuple[int, ...] = ...,
    ) -> None: ...


# ---- numbers ---------------------------------------------------------------------------------------------------------
def relative(found: Wide | Floats, wanted: Wide) -> float:
    return float(np.linalg.norm(found - wanted) / np.linalg.norm(wanted))


def bfloat16(x: Floats) -> NDArray[np.uint16]:
    """The bits of the nearest bfloat16; of two as near, the even one."""
    bits = x.view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return np.where(np.isnan(x), bits >> 16 | 0x40, rounded).astype(np.uint16)


def of_bfloat16(bits: NDArray[np.uint16]) -> Floats:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def element(x: Floats, name: str) -> NDArray[np.generic]:
    return bfloat16(x) if name == "bfloat16" else x.astype(name)


def as_floats(x: NDArray[np.generic]) -> Floats:
    return of_bfloat16(x.astype(np.uint16)) if x.dtype == np.uint16 else x.astype(np.float32)


def softmax(scores: Wide, values: Wide) -> tuple[Wide, Wide]:
    """Out [rows, extent] and lse of scores [rows, columns]; of no column 0 and -inf."""
    with np.errstate(divide="ignore", invalid="ignore"):
        peak = np.maximum(scores.max(1, initial=-np.inf), -1e300)
        weights = np.exp(scores - peak[:, None])
        total = weights.sum(1)
        return np.where(total[:, None] > 0, weights @ values / total[:, None], 0), peak + np.log(total)


# ---- columns ---------------------------------------------------------------------------------------------------------
LENGTH, NOWHERE = 150, 90
"""Rows of the tensors that columns are of, and one that no program loads: it is NaN."""


def visited(columns: int, random: np.random.Generator) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Three tiles of columns, and which are loaded: all; some, up to the tensor's last row; and some in any order."""
    some = columns * 3 // 5
    anywhere = random.integers(0, LENGTH, columns)
    anywhere[anywhere == NOWHERE] = 0
    anywhere[:2] = NOWHERE, LENGTH - 1
    places = np.stack([np.arange(columns), LENGTH - some + np.arange(columns), anywhere]).astype(np.int32)
    loaded = np.stack([np.arange(columns) >= 0, np.arange(columns) < some, random.random(columns) < 0.7])
    loaded[2, :2] = False, True
    return places, loaded


def rows_of(random: np.random.Generator, step: int, extent: int, name: str) -> NDArray[np.generic]:
    """A tensor of `LENGTH` rows, `step` numbers apart, without what follows the last row."""
    numbers = random.standard_normal((LENGTH, step)).astype(np.float32)
    numbers[NOWHERE] = np.nan
    return element(numbers, name).ravel()[: (LENGTH - 1) * step + extent]


def wide_rows(tensor: NDArray[np.generic], step: int, extent: int, places: NDArray[np.int32]) -> Wide:
    """Some rows in float64; 0 for those that no program loads."""
    rows = np.resize(as_floats(tensor), (LENGTH, step))[:, :extent].astype(np.float64)
    known = (places < LENGTH) & (places != NOWHERE)
    return np.where(known[:, None], rows[np.where(known, places, 0)], 0)


# ---- programs --------------------------------------------------------------------------------------------------------
def hold_attention(run: Run, name: str, rows: int, extent: int, columns: int = 64, rounded: float = 2e-6) -> None:
    """Rows that are heads of one position, over tiles of columns, with a finished softmax and without.

    `rounded`: the error of weights as operands of products.
    """
    random = np.random.default_rng(extent)
    step, heads, position, factor = extent + 3, 70, 1, 0.7 / np.sqrt(extent)
    query = element(random.standard_normal((2, 2, heads, step), np.float32), name)
    key, value = (rows_of(random, step, extent, name) for _ in range(2))
    numbers, valid = random.integers(0, heads, rows, np.int32), np.arange(rows) != 2
    places, loaded = visited(columns, random)
    q = as_floats(query)[1, position, numbers, :extent].astype(np.float64)
    k, v = (wide_rows(one, step, extent, places.ravel()) for one in (key, value))
    admitted = loaded.ravel() & ((places.ravel() + np.arange(rows)[:, None]) % 3 > 0)
    scores = np.where(admitted, q @ k.T * np.float32(factor) + 1.5, -np.inf)
    for merged in (False, True):
        other, other_lse = random.standard_normal((rows, extent)).astype(np.float32), random.standard_normal(rows)
        out, lse = np.full((rows, extent), 7, np.float32), np.full(rows, 7.0)
        run(
            *("attended", query, key, value, 2 * heads * step, step, heads * step, 1, position, step, numbers, valid),
            *(places, loaded, 3, extent, factor, *((other, other_lse) if merged else (None, None)), out, lse),
            rows=rows,
        )
        wanted, wanted_lse = softmax(scores * np.log(2), v)
        wanted[1::2] *= 0.5
        if merged:
            lses = np.stack([wanted_lse, other_lse[::-1] * np.log(2)], 1)
            shares, wanted_lse = softmax(lses, np.eye(2))
            wanted = shares[:, :1] * wanted + shares[:, 1:] * other[::-1]
        assert relative(out, np.where(valid[:, None], 0.7 * wanted, 7)[::-1]) < rounded
        assert np.allclose(lse, np.where(valid, wanted_lse, 7)[::-1], 1e-6, 1e-6)


def hold_great_scores(run: Run, name: str, rows: int, columns: int = 64) -> None:
    """All scores are 2^20 + 1.5, of which floats hold three binary places: lse has more, also where it is merged."""
    size, place = 2.0**20 + 1.5, np.arange(columns, dtype=np.int32)
    large, value = (element(np.full((columns, 4), x, np.float32), name) for x in (512, 1))
    numbers, every, loaded = np.zeros(rows, np.int32), np.ones(rows, np.bool_), np.ones(columns, np.bool_)
    lses = np.log2(np.sum((place + np.arange(rows)[:, None]) % 3 > 0, 1)) + size
    for merged in (False, True):
        other, other_lse = np.ones((rows, 4), np.float32), np.full(rows, size + np.log2(7))
        out, lse = np.empty((rows, 4), np.float32), np.empty(rows)
        run(
            *("attended", large, large, value, 0, 0, 0, 0, 0, 4, numbers, every, place, loaded, 1, 4, 1.0),
            *((other, other_lse) if merged else (None, None)),
            *(out, lse),
            rows=rows,
        )
        wanted = np.logaddexp2(lses, other_lse) if merged else lses
        assert np.abs(lse[::-1] / np.log(2) - wanted).max() < 1e-5


def hold_gradient(run: Run, name: str, rows: int, extent: int, columns: int = 64, rounded: float = 2e-6) -> None:
    """The gradient of queries and of keys, of which one has no pair."""
    random = np.random.default_rng(extent)
    step, factor = extent + 3, 0.7 / np.sqrt(extent)
    tensors = [rows_of(random, step, extent, name) for _ in range(4)]
    numbers, valid = random.permutation(LENGTH)[:rows].astype(np.int32), np.arange(rows) != 2
    numbers[numbers == NOWHERE] = 0
    numbers[0] = LENGTH - 1
    places, loaded = visited(columns, random)
    lse, delta = (
        random.standard_normal(LENGTH).astype(np.float32) + 3,
        random.standard_normal(LENGTH).astype(np.float32),
    )
    lse[numbers[1]] = lse[places[1, 0]] = np.inf
    at, before = places.ravel(), random.standard_normal((rows, extent)).astype(np.float32)
    own, own_grads = (wide_rows(one, step, extent, numbers) for one in tensors[:2])
    others, other_grads = (wide_rows(one, step, extent, at) for one in tensors[2:])
    products = own @ others.T
    admitted = loaded.ravel() & ((at + np.arange(rows)[:, None]) % 3 > 0)
    for by_row in (True, False):
        lses, deltas = (
            (x[numbers, None] if by_row else x[np.minimum(at, LENGTH - 1)]).astype(np.float64) for x in (lse, delta)
        )
        weights = np.where(admitted, np.exp2(products * np.float32(factor) + 1 - lses), 0)
        scores = weights * (own_grads @ other_grads.T - deltas) * (1 - 0.001 * products)
        found = before.copy()
        run(
            *("gradient", *tensors, step, numbers, valid, places, loaded, 3, extent, factor, lse, delta, found, by_row),
            rows=rows,
        )
        wanted = np.where(valid[:, None], 0.5 * (scores @ others), 0)[::-1]
        assert relative(found - before.astype(np.float64), wanted) < rounded


def hold_not_finite(run: Run, name: str, rows: int, extent: int) -> None:
    """What is not finite in columns reaches the rows that admit them and no others, which are every third."""
    random, columns, step = np.random.default_rng(extent), 64, extent + 3
    place, loaded, factor = np.arange(columns, dtype=np.int32), np.ones(columns, np.bool_), 0.7 / np.sqrt(extent)
    numbers, valid = random.integers(0, columns, rows, np.int32), np.ones(rows, np.bool_)
    tensors = random.standard_normal((4, columns, step)).astype(np.float32)  # of rows and columns, and their gradients
    lse, delta = random.standard_normal((2, columns)).astype(np.float32)

    def answer(given: Floats) -> Floats:
        row, row_grad, column, column_grad = (element(x, name) for x in given)
        out, lses, sums = np.empty((rows, extent), np.float32), np.empty(rows), np.zeros((rows, extent), np.float32)
        run(
            *("attended", row, column, column_grad, 0, step, 0, 0, 0, step, numbers, valid, place, loaded, 1, extent),
            *(factor, None, None, out, lses),
            rows=rows,
        )
        if rows >= 16:  # gradients have no programs of few rows
            run(
                *("gradient", row, row_grad, column, column_grad, step, numbers, valid, place, loaded, 1, extent),
                *(factor, lse, delta, sums, True),
                rows=rows,
            )
        return np.concatenate([out, lses[:, None], sums], 1)[::-1].astype(np.float32)

    spared = np.arange(rows) % 3 == 0
    for of, number in ((2, np.nan), (2, -np.inf), (3, np.inf), (3, np.nan)):
        odd, even = tensors.copy(), tensors.copy()
        odd[of, 33, extent - 1], even[of, 33, extent - 1] = number, 0
        found, wanted = answer(odd), answer(even)
        assert np.allclose(found[spared], wanted[spared], 1e-5, 1e-5)
        if of == 3 or np.isnan(number):
            assert not np.isfinite(found[~spared, extent - 1]).any()


def hold_kernels(run: Run, rows: int, name: str = "float32") -> None:
    """Those that are the same for all patterns, of some heads of a tensor."""
    random = np.random.default_rng(2)
    batch, heads, held, queries, extent, start = 2, 3, 2, 70, 45, 1
    shape, own = (batch, heads, queries), (slice(None), slice(start, start + held))
    parts = random.standard_normal((2, *shape, extent)).astype(np.float32)
    lses = random.standard_normal((2, *shape))
    lses[0, :, :, 3] = lses[:, :, :, 5] = -np.inf
    lses[:, :, :, 7:9] += np.array([1000, -1000])  # which differ in digits that floats of their size don't have
    lses[1, :, :, 9] = lses[0, :, :, 10] = -1000  # weights of 0 beside another
    grid = (-(-queries // rows), held, batch)
    out, lse = np.full((*shape, extent), 7, np.float32), np.full(shape, 7.0)
    run("mix_by_lse", parts, lses, out, lse, batch, heads, queries, start, 2, extent, rows=rows, grid=grid)
    with np.errstate(divide="ignore", invalid="ignore"):
        peak = np.maximum(lses.max(0), -1e300)
        total = np.exp(lses - peak).sum(0)
        wanted = np.nan_to_num((np.exp(lses - peak) / total)[..., None] * parts).sum(0)
        assert relative(out[own], wanted[own]) < 1e-6
        assert np.allclose(lse[own], (np.log(total) + peak)[own], 1e-6, 1e-6)
    assert (out[:, 0] == 7).all()
    assert (lse[:, 0] == 7).all()
    even, none = np.full((*shape, extent), 7, np.float32), np.full(shape, 7.0)
    run("mix_evenly", parts, even, none, batch, heads, queries, start, 2, 3.0, extent, rows=rows, grid=grid)
    assert relative(even[own], parts.astype(np.float64).sum(0)[own] / 3) < 1e-6
    assert (none[own] == 0).all()
    strides, grads = (heads * queries * extent, queries * extent, extent), element(parts[1], name)
    delta, row_lse, grad_lse = (random.standard_normal(shape).astype(np.float32) for _ in range(3))
    given = (parts[0], lses[0], grads, grad_lse, delta, row_lse, *strides, queries)
    run("row_delta", *given, 1, heads, start, 0.5, extent, rows=rows, grid=grid)
    empty = np.isinf(lses[0])
    sums = (parts[0].astype(np.float64) * as_floats(grads)).sum(-1) * 0.5 - grad_lse
    assert np.allclose(delta[own], np.where(empty, 0, sums)[own], 1e-5, 1e-5)
    assert np.allclose(row_lse[own], np.where(empty, np.inf, lses[0] / np.log(2))[own], 1e-6)


def distances(run: Run, rows: int, columns: int = 64, **threads: int) -> tuple[Floats, Wide]:
    """Totals of each head by distance, and the same by float64."""
    random = np.random.default_rng(4)
    tiles, heads, batch, radius = 5, 3, 2, 33
    values = random.standard_normal((batch, heads, tiles, columns, rows)).astype(np.float32)
    places, numbers = np.arange(40, 40 + columns, dtype=np.int32), np.arange(tiles * rows, dtype=np.int32)
    totals = np.zeros((heads, 2 * radius + 1), np.float32)
    run("distances", numbers, places, radius, values, totals, rows=rows, grid=(tiles, heads, batch), **threads)
    wanted = np.zeros(totals.shape)
    at = np.clip(places[None, :, None] - numbers.reshape(tiles, 1, rows), -radius, radius) + radius
    for entry, head in np.ndindex(batch, heads):
        np.add.at(wanted[head], at, values[entry, head].astype(np.float64))
    return totals, wanted
