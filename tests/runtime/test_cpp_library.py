"""The C++ library beside float64 and the definitions of its functions, at extents that no register divides."""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
import pytest
from cpp_library import COMPILER, SOURCES, Driver, built_driver, compiled
from library_cases import (
    Floats,
    as_floats,
    bfloat16,
    element,
    hold_attention,
    hold_gradient,
    hold_great_scores,
    hold_kernels,
    hold_not_finite,
    of_bfloat16,
    relative,
    softmax,
)
from numpy.typing import NDArray

from patternc.runtime.cpp.compiler import _compiler

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")

EXTENTS = (1, 3, 40, 80, 96, 255)
ROWS = (16, 64)
COLUMNS = 64


PAIRS = COMPILER is not None and "avx512_bf16" in _compiler().sets
in_pairs = pytest.mark.skipif(not PAIRS, reason="this CPU multiplies no pairs of bfloat16")


@pytest.fixture
def driver() -> Driver:
    return built_driver()


@pytest.mark.long
@pytest.mark.skipif(platform.machine() != "x86_64", reason="these are processors of that kind")
@pytest.mark.parametrize("cpu", ["haswell", "sapphirerapids"])
def test_no_processor_gets_a_warning(cpu: str, tmp_path: Path) -> None:
    """A compiler that inlines more, for more registers, finds more that may not be initialized."""
    compiled(SOURCES / "library_driver.cpp", tmp_path / "driver.o", "-O2", f"-march={cpu}", "-c")


# ---- products --------------------------------------------------------------------------------------------------------
def hold_products(driver: Driver, rows: int, extent: int, name: str, paired: bool = False) -> None:
    """Of tensors that end with the last row that is loaded; others of their rows are NaN.

    `paired`: weights are rounded to bfloat16.
    """
    random, step = np.random.default_rng(extent), extent + 5
    for count, spacing, holes in ((64, 1, False), (1, 3, False), (37, 2, False), (50, 1, True), (0, 1, False)):
        row_numbers, valid = random.integers(0, 200, rows, np.int32), random.random(rows) < 0.8
        if spacing == 2 or holes:  # rows that a view holds, were all of them in the tensor
            row_numbers, valid = (2 * np.arange(rows) + 1).astype(np.int32), np.arange(rows) < rows - holes
        columns = (spacing * np.arange(COLUMNS) + 3).astype(np.int32)
        loaded = np.arange(COLUMNS) < count
        loaded[5] &= not holes
        query, key = (ending(random, name, step, extent, *one) for one in ((row_numbers, valid), (columns, loaded)))
        pairs, held, total = np.full((COLUMNS, rows), 7.0, np.float32), np.zeros(1, np.int32), np.zeros((extent, rows))
        total = total.astype(np.float32)
        totals = random.standard_normal((columns[loaded].max(initial=-1) + 1, extent)).astype(np.float32)
        wanted = totals.astype(np.float64)
        driver(
            *(
                "products",
                query,
                key,
                step,
                step,
                row_numbers,
                valid,
                columns,
                loaded,
                extent,
                pairs,
                held,
                total,
                totals,
            ),
            rows=rows,
        )
        q, k = (
            np.where(used[:, None], np.resize(as_floats(tensor), (200, step))[np.where(used, at, 0), :extent], 0)
            for tensor, at, used in ((query, row_numbers, valid), (key, columns, loaded))
        )
        q, k = q.astype(np.float64), k.astype(np.float64)[:count]
        assert held == count
        assert (pairs[count:] == 7.0).all()
        if count:
            assert relative(pairs[:count], k @ q.T) < 1e-6
        weights = of_bfloat16(bfloat16(pairs[:count])).astype(np.float64) if paired else k @ q.T
        assert relative(total, q.T + k.T @ weights) < 1e-6
        np.add.at(wanted, columns[loaded], (0.5 * of_pairs(k @ q.T, columns[:count]) @ q)[loaded[:count]])
        assert not totals.size or relative(totals, wanted) < 1e-6


def of_pairs(products: NDArray[np.float64], columns: NDArray[np.int32]) -> NDArray[np.float64]:
    """The weights of the driver's program, [columns, rows]."""
    weights = np.where(columns[:, None] % 7 == 0, 1, products)
    return np.where((columns[:, None] + np.arange(products.shape[1])) % 3 > 0, weights, 0)


def ending(
    random: np.random.Generator,
    name: str,
    step: int,
    extent: int,
    numbers: NDArray[np.int32],
    used: NDArray[np.bool_],
) -> NDArray[np.generic]:
    """A tensor of rows, `step` numbers apart: those that are not used are NaN, and nothing follows the last."""
    rows = random.standard_normal((200, step), np.float32)
    rows[np.setdiff1d(np.arange(200), numbers[used])] = np.nan
    last = int(numbers[used].max(initial=0))
    return element(rows, name).ravel()[: last * step + extent]


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_products_are_those_of_float64(driver: Driver, rows: int, extent: int, name: str) -> None:
    hold_products(driver, rows, extent, name)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("name", ["float32", "bfloat16", "float16"])
def test_a_row_that_is_not_finite_adds_to_columns_with_a_weight(
    driver: Driver, rows: int, extent: int, name: str
) -> None:
    """Also where the weight is finite, as in gradients of values; rows of floats are a view if all are finite."""
    random, odd, columns = np.random.default_rng(extent), 5, np.arange(COLUMNS, dtype=np.int32)
    numbers, every, loaded = np.arange(rows, dtype=np.int32), np.ones(rows, np.bool_), np.ones(COLUMNS, np.bool_)
    row, key = random.standard_normal((rows, extent), np.float32), random.standard_normal((COLUMNS, extent), np.float32)
    pairs, held = np.empty((COLUMNS, rows), np.float32), np.zeros(1, np.int32)
    for number in (np.nan, np.inf):
        row[odd, extent - 1], totals = number, np.zeros((COLUMNS, extent), np.float32)
        given, keys, total = element(row, name), element(key, name), np.empty((extent, rows), np.float32)
        driver(
            *("products", given, keys, extent, extent, numbers, every, columns, loaded, extent, pairs, held, total),
            totals,
            rows=rows,
        )
        row[odd, extent - 1] = 0
        q, k = as_floats(element(row, name)).astype(np.float64), as_floats(keys).astype(np.float64)
        spared = (columns + odd) % 3 == 0
        assert relative(totals[spared], 0.5 * (of_pairs(k @ q.T, columns) @ q)[spared]) < 1e-6
        assert not np.isfinite(totals[~spared, extent - 1]).any()


@in_pairs
@pytest.mark.parametrize("extent", EXTENTS)
def test_products_of_pairs_are_those_of_float64(extent: int) -> None:
    driver = built_driver(pairs=True, rows=64)
    hold_products(driver, 64, extent, "bfloat16", paired=True)
    hold_attention(driver, "bfloat16", 64, extent, rounded=4e-3)
    hold_gradient(driver, "bfloat16", 64, extent, rounded=4e-3)
    hold_not_finite(driver, "bfloat16", 64, extent)


# ---- softmax ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("tiles", [0, 1, 4])
@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("size", [1.0, 1e4])
def test_softmax_is_that_of_float64(driver: Driver, rows: int, tiles: int, merged: bool, size: float) -> None:
    random = np.random.default_rng(tiles)
    count, extent, factor, weight = 37, 48, 0.7, 1.5
    scores = (size * random.standard_normal((tiles, count, rows))).astype(np.float32)
    scores[random.random(scores.shape) < 0.3] = -np.inf
    scores[:1] = np.where(np.arange(rows) % 4 == 1, -np.inf, scores[:1])  # rows whose first column comes late
    scores[:, :, 0] = -np.inf  # a row without columns
    values = random.standard_normal((tiles, count, extent)).astype(np.float32)
    other, other_lse = random.standard_normal((rows, extent)).astype(np.float32), size * random.standard_normal(rows)
    other_lse[1::3] = -np.inf
    out, lse = np.full((rows, extent), np.nan, np.float32), np.full(rows, np.nan)
    given = (other, other_lse) if merged else (None, None)
    driver("softmax", scores, values, tiles, count, extent, factor, weight, *given, out, lse, rows=rows)
    with np.errstate(invalid="ignore"):
        wide = scores.astype(np.float64).transpose(2, 0, 1).reshape(rows, -1) * np.float32(factor)
    wanted, wanted_lse = softmax((wide + weight) * np.log(2), values.reshape(-1, extent).astype(np.float64))
    if merged:
        lses = np.stack([wanted_lse, other_lse * np.log(2)], 1)
        shares = softmax(lses, np.eye(2))[0]
        wanted = shares[:, :1] * wanted + shares[:, 1:] * other
        wanted_lse = softmax(lses, np.eye(2))[1]
    assert np.array_equal(np.isinf(lse), np.isinf(wanted_lse))
    assert not out[np.isinf(lse)].any()
    finite = np.isfinite(lse)
    assert np.isfinite(out).all()
    if finite.any():
        # The scores themselves are floats: what they lose at 1e4 no softmax has.
        assert relative(out[finite], wanted[finite]) < (1e-6 if size == 1 else 3e-3)
        assert np.abs(lse[finite] - wanted_lse[finite]).max() < 1e-6 * max(size, 1)


@pytest.mark.parametrize("rows", ROWS)
def test_the_peak_of_one_row_rises(driver: Driver, rows: int) -> None:
    """Of another row in each tile but the first, so that each alone makes what was summed smaller."""
    random, count, extent = np.random.default_rng(rows), 5, 17
    scores = random.uniform(-1, 0, (rows + 1, count, rows)).astype(np.float32)
    scores[0, 0] = 0
    scores[1 + np.arange(rows), 2, np.arange(rows)] = 3
    values = random.standard_normal((rows + 1, count, extent)).astype(np.float32)
    out, lse = np.empty((rows, extent), np.float32), np.empty(rows)
    driver("softmax", scores, values, rows + 1, count, extent, 1.0, 0.0, None, None, out, lse, rows=rows)
    wide = scores.astype(np.float64).transpose(2, 0, 1).reshape(rows, -1) * np.log(2)
    wanted, wanted_lse = softmax(wide, values.reshape(-1, extent).astype(np.float64))
    assert relative(out, wanted) < 1e-6
    assert np.allclose(lse, wanted_lse, 1e-6, 1e-6)


@pytest.mark.parametrize("rows", [1, 4, 8, *ROWS])
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("name", ["float32", "bfloat16", "float16"])
def test_attention_is_that_of_float64(driver: Driver, rows: int, extent: int, name: str) -> None:
    hold_attention(driver, name, rows, extent)


@pytest.mark.parametrize("rows", [1, 4, 8, *ROWS])
def test_lse_of_great_scores_keeps_its_digits(driver: Driver, rows: int) -> None:
    hold_great_scores(driver, "float32", rows)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("name", ["float32", "bfloat16", "float16"])
def test_gradients_are_those_of_float64(driver: Driver, rows: int, extent: int, name: str) -> None:
    hold_gradient(driver, name, rows, extent)


@pytest.mark.parametrize("rows", [1, 4, 8, *ROWS])
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("name", ["float32", "bfloat16", "float16"])
def test_what_is_not_finite_stays_with_rows_that_admit_it(driver: Driver, rows: int, extent: int, name: str) -> None:
    hold_not_finite(driver, name, rows, extent)


@pytest.mark.parametrize("rows", ROWS)
def test_gradients_and_tests_of_pairs(driver: Driver, rows: int) -> None:
    random = np.random.default_rng(1)
    scores, grads = random.standard_normal((2, COLUMNS, rows)).astype(np.float32)
    of_rows, of_columns = (random.standard_normal(n).astype(np.float32) for n in (rows, COLUMNS))
    of_rows[:2] = of_columns[:2] = np.inf  # rows without columns have weights of 0, whatever the score
    scores[:2, :2] = [[np.inf, 1], [-np.inf, np.nan]]
    out = np.empty((6, COLUMNS, rows), np.float32)
    driver("gradients", scores, grads, of_rows, of_columns, 0.5, 1.0, out, rows=rows)
    across = of_rows[None, :], of_columns[:, None]
    with np.errstate(invalid="ignore"):
        powers = [np.exp2(scores.astype(np.float64) * 0.5 + 1.0 - one) for one in across]
    weights = [np.where(np.isinf(one), 0, power) for one, power in zip(across, powers, strict=True)]
    i, j = np.arange(rows)[None, :], np.arange(COLUMNS)[:, None]
    assert all(relative(out[n], weights[n]) < 1e-6 for n in range(2))
    with np.errstate(invalid="ignore"):
        of_scores = [np.where(weights[n] == 0, 0, weights[n] * (grads - across[n])) for n in range(2)]
        assert all(np.allclose(out[2 + n], of_scores[n], 1e-5, 1e-6) for n in range(2))
        assert np.allclose(out[4], of_scores[0] * grads, 1e-5, 1e-6)
        changed = np.where((i >= j) & (across[1] < across[0]), scores + across[0] - across[1], -1.0)
    assert np.allclose(out[5], changed, 1e-5, 1e-5, equal_nan=True)


# ---- numbers ---------------------------------------------------------------------------------------------------------
def functions(driver: Driver, x: Floats) -> tuple[Floats, NDArray[np.uint16]]:
    """Exp2 by registers and alone, tanh; bits of bfloat16 and float16, of single numbers and by registers."""
    out, bits = np.empty((3, len(x)), np.float32), np.empty((4, len(x)), np.uint16)
    driver("functions", x, len(x), out, bits)
    return out, bits


def test_exp2_and_tanh_over_their_whole_range(driver: Driver) -> None:
    x = np.concatenate([np.linspace(-125, 128, 1 << 16, endpoint=False), [0.5, -0.5, 0, 1, 127.5, -125]])
    x = np.resize(x.astype(np.float32), 1 << 16)
    out, _ = functions(driver, x)
    wanted = np.exp2(x.astype(np.float64))
    for found in out[:2]:
        assert (np.abs(found - wanted) / np.spacing(wanted.astype(np.float32))).max() < 2
    whole = np.float32(2.0) ** np.arange(-125, 128, dtype=np.float32)
    assert np.array_equal(functions(driver, np.resize(np.arange(-125, 128, dtype=np.float32), 256))[0][0][:253], whole)
    below = np.linspace(-160, -125, 1 << 12, endpoint=False).astype(np.float32)
    assert not functions(driver, below)[0][:2].any()
    edges = np.resize(np.array([-np.inf, -1e30, -126, np.inf, 128, 1e30, np.nan, -0.0], np.float32), 16)
    edges[6] = np.array(0x7F8ABCDF, np.uint32).view(np.float32)  # a NaN with every kind of bit
    for found in functions(driver, edges)[0][:2]:
        assert np.array_equal(found[:8], [0, 0, 0, np.inf, np.inf, np.inf, np.nan, 1], equal_nan=True)
    y = np.linspace(-12, 12, 1 << 12).astype(np.float32)
    near = np.concatenate([y, y * 1e-3, y * 1e-30, [np.inf, -np.inf] * 8]).astype(np.float32)
    wanted = np.tanh(near.astype(np.float64))
    assert (np.abs(functions(driver, near)[0][2] - wanted) / np.spacing(np.abs(wanted).astype(np.float32))).max() < 2


def test_conversions_of_16_bits_are_exact(driver: Driver) -> None:
    every = np.arange(1 << 16, dtype=np.uint16)
    for bits, wanted in (
        (every, of_bfloat16(every)),
        (every.view(np.float16), every.view(np.float16).astype(np.float32)),
    ):
        both = np.empty((2, 1 << 16), np.float32)
        driver("widened", bits, 1 << 16, both)
        for found in both:
            assert np.array_equal(found, wanted, equal_nan=True)
            assert np.array_equal(np.signbit(found), np.signbit(wanted))
    halves = every.view(np.float16)[np.isfinite(every.view(np.float16))].astype(np.float32)
    middle = (np.unique(halves)[1:] + np.unique(halves)[:-1]) / 2  # ties, and the floats beside them
    around = [np.nextafter(middle, np.float32(way), dtype=np.float32) for way in (-np.inf, np.inf)]
    random = np.random.default_rng(0).integers(0, 1 << 32, 1 << 16, np.uint32).view(np.float32)
    edges = np.array([65504, 65519.996, 65520, 1e30, np.inf, np.nan, 0, 1e-45, 2**-25, 2**-24.9, 6e-8], np.float32)
    x = np.concatenate([halves, middle, *around, random, edges, -edges]).astype(np.float32)
    x = np.resize(x, -(-len(x) // 16) * 16)
    _, bits = functions(driver, x)
    with np.errstate(over="ignore"):
        wanted = x.astype(np.float16)
    some = ~np.isnan(x)
    for brain, half in (bits[:2], bits[2:]):
        assert np.array_equal(brain[some], bfloat16(x)[some])
        assert np.array_equal(half[some], wanted.view(np.uint16)[some])
        assert np.isnan(of_bfloat16(brain)[~some]).all()
        assert np.isnan(half.view(np.float16)[~some]).all()


# ---- stores and kernels ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("extent", EXTENTS)
def test_stores_write_valid_rows_alone(name: str, rows: int, extent: int) -> None:
    random = np.random.default_rng(extent)
    computed = random.standard_normal((extent, rows)).astype(np.float32)
    index, valid = random.permutation(100)[:rows].astype(np.int64), random.random(rows) < 0.7
    tensor, more = (element(random.standard_normal((100, extent)).astype(np.float32), name) for _ in range(2))
    wanted, wanted_more, again = tensor.copy(), more.copy(), np.empty((extent, rows), np.float32)
    scaled = computed.T * np.float32(0.3)
    wanted[index[valid]] = element(scaled, name)[valid]
    wanted_more[index[valid]] = element(as_floats(more)[index] + scaled, name)[valid]
    driver = built_driver("stores_driver", name)
    driver("stored", tensor, more, computed, extent, index, valid, 0.3, again, rows=rows)
    assert np.array_equal(tensor, wanted)
    assert np.allclose(as_floats(more), as_floats(wanted_more), 1e-2 if "16" in name else 1e-6, 1e-6)
    assert np.array_equal(again.T, np.where(valid[:, None], as_floats(tensor[index]), 0))


@pytest.mark.parametrize("rows", ROWS)
def test_kernels_of_all_patterns(driver: Driver, rows: int) -> None:
    hold_kernels(driver, rows)
