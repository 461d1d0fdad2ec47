"""The C++ library beside float64 and the definitions of its functions, at extents that no register divides."""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
import pytest
from cpp_library import COMPILER, SOURCES, Driver, built_driver, compiled
from numpy.typing import NDArray

from patternc.runtime.cpp.compiler import _compiler

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler"),
]

Floats = NDArray[np.float32]
Wide = NDArray[np.float64]
EXTENTS = (1, 3, 40, 80, 96, 255)
ROWS = (16, 64)
COLUMNS = 64


PAIRS = COMPILER is not None and "avx512_bf16" in _compiler().sets
in_pairs = pytest.mark.skipif(not PAIRS, reason="this CPU multiplies no pairs of bfloat16")


@pytest.fixture
def driver() -> Driver:
    return built_driver()


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


@pytest.mark.skipif(platform.machine() != "x86_64", reason="these are processors of that kind")
@pytest.mark.parametrize("cpu", ["haswell", "sapphirerapids"])
def test_no_processor_gets_a_warning(cpu: str, tmp_path: Path) -> None:
    """A compiler that inlines more, for more registers, finds more that may not be initialized."""
    compiled(SOURCES / "library_driver.cpp", tmp_path / "driver.o", "-O2", f"-march={cpu}", "-c")


# ---- products --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize(
    ("name", "paired"),
    [("float32", False), ("float16", False), ("bfloat16", False), pytest.param("bfloat16", True, marks=in_pairs)],
)
def test_products_are_those_of_float64(rows: int, extent: int, name: str, paired: bool) -> None:
    driver, random = built_driver(pairs=paired), np.random.default_rng(extent)
    for count, spacing, holes in ((64, 1, False), (1, 3, False), (37, 2, False), (50, 1, True), (0, 1, False)):
        query, key = (element(random.standard_normal((200, extent + 5), np.float32), name) for _ in range(2))
        row_numbers = random.integers(0, 200, rows, np.int32)
        valid = random.random(rows) < 0.8
        if spacing == 2:  # rows that a view holds
            row_numbers, valid = (2 * np.arange(rows) + 1).astype(np.int32), np.ones(rows, np.bool_)
        columns = (spacing * np.arange(COLUMNS) + 3).astype(np.int32)
        loaded = np.arange(COLUMNS) < count
        loaded[5] &= not holes
        pairs, held, total = np.full((COLUMNS, rows), 7.0, np.float32), np.zeros(1, np.int32), np.zeros((extent, rows))
        total = total.astype(np.float32)
        totals = random.standard_normal((200, extent)).astype(np.float32)
        wanted, steps = totals.astype(np.float64), (extent + 5, extent + 5)
        driver(
            *("products", query, key, *steps, row_numbers, valid, columns, loaded, extent, pairs, held, total, totals),
            rows=rows,
        )
        q = np.where(valid[:, None], as_floats(query)[row_numbers, :extent], 0).astype(np.float64)
        k = np.where(loaded[:, None], as_floats(key)[np.minimum(columns, 199), :extent], 0).astype(np.float64)[:count]
        assert held == count
        assert (pairs[count:] == 7.0).all()
        if count:
            assert relative(pairs[:count], k @ q.T) < 1e-6
        rounded = 4e-3 if paired else 1e-6  # weights
        assert relative(total, (q + (q @ k.T) @ k).T) < rounded
        np.add.at(wanted, columns[loaded], (0.5 * k @ q.T @ q)[loaded[:count]])
        assert relative(totals, wanted) < 1e-6


# ---- softmax ---------------------------------------------------------------------------------------------------------
def softmax(scores: Wide, values: Wide) -> tuple[Wide, Wide]:
    """Out [rows, extent] and lse of scores [rows, columns]; of no column 0 and -inf."""
    with np.errstate(divide="ignore", invalid="ignore"):
        peak = np.maximum(scores.max(1, initial=-np.inf), -1e300)
        weights = np.exp(scores - peak[:, None])
        total = weights.sum(1)
        return np.where(total[:, None] > 0, weights @ values / total[:, None], 0), peak + np.log(total)


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


@pytest.mark.parametrize("rows", [1, 4, 8, 16])
@pytest.mark.parametrize("extent", EXTENTS)
@pytest.mark.parametrize("name", ["float32", "bfloat16", "float16"])
def test_attention_of_few_rows_is_that_of_float64(driver: Driver, rows: int, extent: int, name: str) -> None:
    random = np.random.default_rng(extent)
    length, tiles, step, factor = 200, 3, extent + 3, 0.7 / np.sqrt(extent)
    query, key, value = (element(random.standard_normal((length, step), np.float32), name) for _ in range(3))
    numbers, valid = random.integers(0, length, rows, np.int32), np.arange(rows) != 2
    columns = np.stack([np.arange(64), 40 + np.arange(64), random.integers(0, length, 64)]).astype(np.int32)
    loaded = np.stack([np.arange(64) < 64, np.arange(64) < 37, random.random(64) < 0.7])
    for merged in (False, True):
        other, other_lse = random.standard_normal((rows, extent)).astype(np.float32), random.standard_normal(rows)
        given = (other, other_lse) if merged else (None, None)
        out, lse = np.full((rows, extent), 7, np.float32), np.full(rows, 7.0)
        driver(
            *("attended", query, key, value, step, numbers, valid, columns, loaded, tiles, extent, factor, *given),
            *(out, lse),
            rows=rows,
        )
        q, k, v = (as_floats(one)[:, :extent].astype(np.float64) for one in (query, key, value))
        scores = q[numbers] @ k[columns.reshape(-1)].T * np.float32(factor) + 1.5
        admitted = loaded.reshape(-1) & ((columns.reshape(-1) + np.arange(rows)[:, None]) % 3 > 0)
        wanted, wanted_lse = softmax(np.where(admitted, scores, -np.inf) * np.log(2), v[columns.reshape(-1)])
        wanted[1::2] *= 0.5
        if merged:
            lses = np.stack([wanted_lse, other_lse[::-1] * np.log(2)], 1)
            shares, wanted_lse = softmax(lses, np.eye(2))
            wanted = shares[:, :1] * wanted + shares[:, 1:] * other[::-1]
        rounded = 4e-3 if name == "bfloat16" and rows == 16 else 2e-6  # weights, where CPUs multiply pairs
        assert relative(out, np.where(valid[:, None], 0.7 * wanted, 7)[::-1]) < rounded
        assert np.allclose(lse, np.where(valid, wanted_lse, 7)[::-1], 1e-6, 1e-6)


@pytest.mark.parametrize("rows", ROWS)
def test_gradients_and_tests_of_pairs(driver: Driver, rows: int) -> None:
    random = np.random.default_rng(1)
    scores, grads = random.standard_normal((2, COLUMNS, rows)).astype(np.float32)
    of_rows, of_columns = (random.standard_normal(n).astype(np.float32) for n in (rows, COLUMNS))
    of_rows[0] = of_columns[0] = np.inf  # rows without columns have weights of 0
    out = np.empty((6, COLUMNS, rows), np.float32)
    driver("gradients", scores, grads, of_rows, of_columns, 0.5, 1.0, out, rows=rows)
    across = of_rows[None, :], of_columns[:, None]
    weights = [np.exp2(scores.astype(np.float64) * 0.5 + 1.0 - one) for one in across]
    i, j = np.arange(rows)[None, :], np.arange(COLUMNS)[:, None]
    assert all(relative(out[n], weights[n]) < 1e-6 for n in range(2))
    with np.errstate(invalid="ignore"):
        of_scores = [weight * (grads - one) for weight, one in zip(weights, across, strict=True)]
        assert all(np.allclose(out[2 + n], of_scores[n], 1e-5, 1e-6, equal_nan=True) for n in range(2))
        assert np.allclose(out[4], of_scores[0] * grads, 1e-5, 1e-6, equal_nan=True)
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
        found = np.empty(1 << 16, np.float32)
        driver("widened", bits, 1 << 16, found)
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
    element_type = {"float32": "float", "bfloat16": "patternc::BFloat16", "float16": "patternc::Float16"}[name]
    driver = built_driver("stores_driver", element_type)
    driver("stored", tensor, more, computed, extent, index, valid, 0.3, again, rows=rows)
    assert np.array_equal(tensor, wanted)
    assert np.allclose(as_floats(more), as_floats(wanted_more), 1e-2 if "16" in name else 1e-6, 1e-6)
    assert np.array_equal(again.T, np.where(valid[:, None], as_floats(tensor[index]), 0))


@pytest.mark.parametrize("rows", ROWS)
def test_kernels_of_all_patterns(driver: Driver, rows: int) -> None:
    random = np.random.default_rng(2)
    batch, heads, held, queries, extent, start = 2, 3, 2, 70, 45, 1
    shape, own = (batch, heads, queries), (slice(None), slice(start, start + held))
    parts = random.standard_normal((2, *shape, extent)).astype(np.float32)
    lses = random.standard_normal((2, *shape))
    lses[0, :, :, 3] = lses[:, :, :, 5] = -np.inf
    grid = (-(-queries // rows), held, batch)
    out, lse = np.full((*shape, extent), 7, np.float32), np.full(shape, 7.0)
    driver("mix_by_lse", parts, lses, out, lse, batch, heads, queries, start, 2, extent, rows=rows, grid=grid)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.exp(lses).sum(0)
        wanted = np.nan_to_num((np.exp(lses) / total)[..., None] * parts).sum(0)
        assert relative(out[own], wanted[own]) < 1e-6
        assert np.allclose(lse[own], np.log(total)[own], 1e-6, 1e-6)
    assert (out[:, 0] == 7).all()
    even, none = np.full((*shape, extent), 7, np.float32), np.full(shape, 7.0)
    driver("mix_evenly", parts, even, none, batch, heads, queries, start, 2, 3.0, extent, rows=rows, grid=grid)
    assert relative(even[own], parts.astype(np.float64).sum(0)[own] / 3) < 1e-6
    assert (none[own] == 0).all()
    strides = (heads * queries * extent, queries * extent, extent)
    delta, row_lse, grad_lse = (random.standard_normal(shape).astype(np.float32) for _ in range(3))
    given = (parts[0], lses[0], parts[1], grad_lse, delta, row_lse, *strides, queries)
    driver("row_delta", *given, 1, heads, start, 0.5, extent, rows=rows, grid=grid)
    empty = np.isinf(lses[0])
    sums = (parts[0].astype(np.float64) * parts[1]).sum(-1) * 0.5 - grad_lse
    assert np.allclose(delta[own], np.where(empty, 0, sums)[own], 1e-5, 1e-5)
    assert np.allclose(row_lse[own], np.where(empty, np.inf, lses[0] / np.log(2))[own], 1e-6)
