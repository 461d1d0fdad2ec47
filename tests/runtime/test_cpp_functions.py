"""Functions of positions, dropout, and launches of the C++ library beside their definitions."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from cpp_library import COMPILER, SANITIZED, SOURCES, Driver, built_driver, compiled
from library_cases import distances

from patternc.ir.tile_functions import LIBRARY

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")

COLUMNS = 64
ROWS = (16, 64)
EACH = 11, 32
"""The numbers that the driver takes for a call of every function, and its results."""


@pytest.fixture
def driver() -> Driver:
    return built_driver()


# ---- positions -------------------------------------------------------------------------------------------------------
def by_definition(numbers: list[int]) -> Iterator[int]:
    """What the driver's program `positions` computes."""
    x, first, origin, stop, segment, dilation, offset, block, splits, place, lines, cuts = numbers
    call = {name: lambda *given, function=function: function(*given) for name, function in LIBRARY.items()}
    sweeps = ((segment, dilation), (2 * block, dilation + 1))
    row = np.array([x])
    yield from ((x - stop) // block, (x - stop) % block, -(-(x - stop) // block))
    yield call["count"](x, offset, dilation)
    yield call["count_in_blocks"](x, offset, dilation, block)
    yield call["near"](x, stop, 3, 4 * dilation, 2, dilation)
    yield call["row_tiles"](origin, stop, block)
    yield lines * stop + x
    yield from call["runs"](origin, stop, segment, dilation)
    yield from call["class_runs"](origin, stop, segment, dilation)
    yield from call["compact"](row, lines, first, origin, stop, offset, segment, dilation)
    yield from call["compact_class"](row, lines, first, origin, stop, segment, dilation)
    yield from call["compact_of_sweep"](row, lines, first, origin, stop, (offset, offset), sweeps, place % 2)
    yield from call["share"](x, stop, place % splits, splits, block)
    yield min(max(stop - x, -block), block) + block
    yield from call["sweep"](place, origin, stop, cuts, sweeps, 16)
    yield call["origin"]((1 << 40, 1 << 20, block << 24), lines, place, origin)


def test_functions_of_positions_are_those_of_the_tile_ir(driver: Driver) -> None:
    random = np.random.default_rng(0)
    calls: list[list[int]] = []
    while len(calls) < 400:
        x, width, first = random.integers(0, 300), random.integers(1, 300), random.integers(0, 100)
        origin, dilation, block = random.integers(-1, 100), random.integers(1, 7), random.integers(1, 40)
        segment = random.integers(0, 2) * random.integers(1, 200)
        sweeps = ((segment, dilation), (2 * block, dilation + 1))
        cuts = int(random.integers(0, 5))
        places = int(np.asarray(LIBRARY["sweep"](0, origin, origin + width, cuts, sweeps, 16))[4])
        numbers = (max(x, first), first, origin, origin + width, segment, dilation, random.integers(0, dilation))
        more = (block, random.integers(1, 9), random.integers(0, places), random.integers(0, 20), cuts)
        calls.append([int(one) for one in (*numbers, *more)])
    given, found = np.array(calls, np.int32), np.empty((len(calls), EACH[1]), np.int64)
    driver("positions", given, len(calls), found)
    for numbers, results in zip(given.tolist(), found.tolist(), strict=True):
        wanted = [int(np.asarray(one).item()) for one in by_definition(numbers)]
        assert results[: len(wanted)] == wanted, numbers
        x, stop, place, splits = numbers[0], numbers[3], numbers[9], numbers[8]
        assert results[29] == drawn(x, stop)
        assert results[30] == int(np.float32(slope(place, place + splits)) * 2.0**40)


def drawn(start: int, word: int) -> int:
    """One more word into a hash of 32 bits, with a sign."""
    x = (start + word + 0x9E3779B9) % 2**32
    x = (x ^ x >> 16) * 0x7FEB352D % 2**32
    x = (x ^ x >> 15) * 0x846CA68B % 2**32
    return ((x ^ x >> 16) + 2**31) % 2**32 - 2**31


def slope(head: int, heads: int) -> float:
    """ALiBi's slope (arXiv 2108.12409)."""
    power = 1 << heads.bit_length() - 1
    return float(2.0 ** (-8 * (head + 1) / power if head < power else -4 * (2 * (head - power) + 1) / power))


@pytest.mark.parametrize("block", [1, 16, 48, 64, 128])
def test_lists_and_extents(driver: Driver, block: int) -> None:
    random = np.random.default_rng(block)
    blocks, members = (random.integers(-(2**20), 2**20, 200 // block + 2).astype(np.int32) for _ in range(2))
    blocks = np.abs(blocks) % 1000
    for t, stop in ((0, 200), (64, 100), (128, 128)):
        for starts in (None, np.array([3, 0, -7, 0, 90, 0], np.int32)):
            out = np.empty(COLUMNS * 9 + 3, np.int32)
            driver("lists", blocks, members, t, stop, block, out, starts, 2, None, None, 1)
            index = t + np.arange(COLUMNS)
            wanted = np.asarray(LIBRARY["listed"](blocks, t, stop, block, COLUMNS))
            assert np.array_equal(out[:COLUMNS][index < stop], wanted[index < stop])
            bits = LIBRARY["belongs"](members, t, stop, np.arange(8), block, COLUMNS)
            assert np.array_equal(out[COLUMNS:-3].reshape(COLUMNS, 8).T, bits)
            entries = None if starts is None else starts[::2]
            assert tuple(out[-3:]) == LIBRARY["extent_of"](5, 25, entries, 1, 100)


# ---- dropout, tables -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("rows", ROWS)
def test_dropout_draws_the_bits_of_other_backends(driver: Driver, rows: int) -> None:
    random = np.random.default_rng(3)
    places, columns = (random.integers(0, 2**29, n).astype(np.int32) for n in (rows, COLUMNS))
    start, kept = -123456789, 1.25
    threshold = drawn(drawn(start, int(places[0])), int(columns[1])) ^ -(2**31)  # which this pair meets exactly
    out = np.empty((2, COLUMNS, rows), np.float32)
    driver("dropped", places, columns, start, threshold, kept, out, rows=rows)
    for by_key in range(2):
        for i, j in np.ndindex(rows, COLUMNS):
            row, column = int(places[i]), int(columns[j])
            q, k = (column, row) if by_key else (row, column)
            stays = (drawn(drawn(start, q), k) ^ -(2**31)) >= threshold
            assert out[by_key, j, i] == (np.float32(kept) if stays else 0)


@pytest.mark.parametrize("rows", ROWS)
def test_sums_by_distance_are_the_same_for_any_number_of_threads(driver: Driver, rows: int) -> None:
    totals, wanted = distances(driver, rows)
    assert np.allclose(totals, wanted, 1e-5, 1e-4)
    for threads in (2, 3, 7):
        assert np.array_equal(distances(driver, rows, threads=threads)[0], totals)


@pytest.mark.parametrize(("group", "start", "heads"), [(1, 0, 3), (4, 0, 8), (3, 2, 6), (4, 5, 2)])
@pytest.mark.parametrize("threads", [1, 3])
def test_heads_that_share_a_key_head_run_in_order(
    driver: Driver, group: int, start: int, heads: int, threads: int
) -> None:
    tiles, batch = 5, 2
    taken, turn = np.zeros((batch, 8), np.int32), np.full((batch, heads, tiles), -1, np.int32)
    driver("turns", taken, turn, group, start, grid=(tiles, heads, batch, group, start), threads=threads)
    of_key = [(start + head) // group for head in range(heads)]
    wanted = [[of_key[:head].count(of_key[head]) * tiles + tile for tile in range(tiles)] for head in range(heads)]
    assert np.array_equal(turn, [wanted] * batch)


@pytest.mark.parametrize("threads", [1, 3])
def test_tiles_that_read_the_same_columns_run_in_order(driver: Driver, threads: int) -> None:
    tiles, heads, batch, group = 12, 3, 2, 4
    taken, turn = np.zeros(tiles * heads * batch // group, np.int32), np.full((batch, heads, tiles), -1, np.int32)
    driver("turns_of_tiles", taken, turn, group, grid=(tiles, heads, batch, group), threads=threads)
    assert np.array_equal(turn, np.broadcast_to(np.arange(tiles) % group, turn.shape))


# ---- sanitizers ------------------------------------------------------------------------------------------------------
once = pytest.mark.skipif(SANITIZED is not None, reason="it is run beside the sanitized tests, not among them")


@once
def test_threads_share_nothing_that_one_writes(tmp_path: Path) -> None:
    """The thread sanitizer knows POSIX threads, which the library starts without OpenMP, and not GCC's OpenMP."""
    made = compiled(SOURCES / "threads.cpp", tmp_path / "threads", "-O1", "-g1", "-fsanitize=thread", "-pthread")
    done = subprocess.run([made], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@once
@pytest.mark.long
def test_sanitizers_find_no_wrong_address_and_no_undefined_behaviour() -> None:
    files = (str(Path(__file__).with_name(f"test_cpp_{module}.py")) for module in ("library", "functions"))
    found = (
        subprocess.check_output([str(COMPILER), f"-print-file-name={name}"], text=True).strip() for name in PRELOADED
    )
    own = {"PATTERNC_TEST_SANITIZED": "address,undefined", "LD_PRELOAD": ":".join(found), "ASAN_OPTIONS": OPTIONS}
    command = (sys.executable, "-m", "pytest", "-q", "-x", "--noconftest", "-p", "no:cacheprovider", *files)
    done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


PRELOADED = "libasan.so", "libubsan.so"
"""Python isn't linked with the libraries of the sanitizers, which come before all others."""
OPTIONS = "detect_leaks=0"
"""Python keeps memory until it ends."""
