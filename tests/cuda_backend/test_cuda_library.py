"""The CUDA library beside float64: on each kind of tensor cores and without, by few and by many threads."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
import torch
from cpp_library import source
from library_cases import distances, hold_attention, hold_gradient, hold_great_scores, hold_kernels
from numpy.typing import NDArray

from patternc.runtime.cuda import tile_choice
from patternc.runtime.cuda.emulator import _EmulatedKernels
from patternc.runtime.cuda.programs import _macros
from patternc.runtime.cuda.tile_choice import _Tile

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="the emulator needs a compiler")

TILES = {
    "few threads": ("float32", _Tile(16, 16, 64, 0, 48, 33)),
    "many threads": ("float32", _Tile(64, 64, 256, 0, 80, 80)),
    "sm_70": ("float16", _Tile(32, 32, 64, 8, 48, 48)),
    "sm_80": ("float16", _Tile(32, 16, 64, 16, 96, 96)),
    "bfloat16": ("bfloat16", _Tile(32, 32, 64, 16, 48, 48)),
}
"""Type of elements and tile: rows, columns, threads, rows of products on tensor cores, head sizes."""

ROUNDED = {"float32": 2e-6, "float16": 5e-4, "bfloat16": 4e-3}
"""The error of weights that products on tensor cores take."""


@dataclass(frozen=True, slots=True)
class Emulated:
    """Calls the programs of the driver, whose threads are emulated."""

    kernels: _EmulatedKernels
    height: int

    def __call__(
        self,
        name: str,
        *arguments: NDArray[np.generic] | int | float | None,
        rows: int,
        grid: tuple[int, ...] = (1, 1, 1),
    ) -> None:
        assert rows == self.height
        self.kernels.launch(name, grid, tuple(map(_given, arguments)))


def _given(argument: NDArray[np.generic] | int | float | None) -> torch.Tensor | int | float | None:
    if not isinstance(argument, np.ndarray):
        return argument
    if argument.dtype == np.uint16:
        return torch.from_numpy(argument.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(argument)


@cache
def built(name: str, *more: str) -> Emulated:
    """The driver for a tile. `more`: further macros."""
    dtype, tile = TILES[name]
    file, macros = "library_driver.cu", (*_macros(getattr(torch, dtype), tile), *more)
    return Emulated(_EmulatedKernels(source(file, "cuda"), file, macros), tile.rows)


@pytest.mark.parametrize("name", TILES)
def test_attention_is_that_of_float64(name: str) -> None:
    """At head sizes whose rows begin at any place, and whose last numbers lack one of a vector that may begin there."""
    dtype, tile = TILES[name]
    for extent in (tile.key_dim, 39):
        hold_attention(built(name), dtype, tile.rows, extent, tile.columns, ROUNDED[dtype])


def test_attention_of_one_tile_of_own_rows() -> None:
    """As devices compile forward kernels, which have more shared memory for columns than gradients."""
    dtype, tile = TILES["sm_80"]
    one = built("sm_80", "PATTERNC_OWN=1")
    hold_attention(one, dtype, tile.rows, tile.key_dim, tile.columns, ROUNDED[dtype])


@pytest.mark.parametrize("name", TILES)
def test_lse_of_great_scores_keeps_its_digits(name: str) -> None:
    dtype, tile = TILES[name]
    hold_great_scores(built(name), dtype, tile.rows, tile.columns)


@pytest.mark.parametrize("name", TILES)
def test_gradients_are_those_of_float64(name: str) -> None:
    dtype, tile = TILES[name]
    for extent in (tile.key_dim, 39):
        hold_gradient(built(name), dtype, tile.rows, extent, tile.columns, ROUNDED[dtype])


@pytest.mark.parametrize("name", TILES)
def test_kernels_of_all_patterns(name: str) -> None:
    dtype, tile = TILES[name]
    hold_kernels(built(name), tile.rows, dtype)


@pytest.mark.parametrize("name", TILES)
def test_sums_by_distance(name: str) -> None:
    _, tile = TILES[name]
    totals, wanted = distances(built(name), tile.rows, tile.columns)
    assert np.allclose(totals, wanted, 1e-5, 1e-4)


@pytest.mark.parametrize(
    ("capability", "float16", "bfloat16"),
    [(61, 0, 0), (70, 8, 0), (72, 8, 0), (75, 16, 0), (80, 16, 16), (86, 16, 16), (90, 16, 16), (120, 16, 16)],
)
def test_tensor_cores_take_what_a_device_has_them_for(
    capability: int, float16: int, bfloat16: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of their products; those of sm_75 take no bfloat16."""
    monkeypatch.setattr(tile_choice, "_capability", lambda _: capability)
    wanted = {"float32": 0, "float16": float16, "bfloat16": bfloat16}
    for dtype, rows in wanted.items():
        query = torch.empty(1, 1, 64, 64, dtype=getattr(torch, dtype))
        for kernel in ("forward", "grad_query"):
            assert tile_choice._tile(kernel, query, query, 64).tensor_cores == rows
