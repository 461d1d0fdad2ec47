"""Checks on a GPU run kernels as an older one would: which tiles and products they choose."""

from __future__ import annotations

import sys

import gpu_older
import pytest
import torch

from patternc.runtime.cuda import driver, nvrtc, tile_choice


@pytest.mark.parametrize(("architecture", "rows"), [(61, 0), (70, 8), (75, 16)])
def test_products_are_those_of_the_architecture(architecture: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for library, name in ((tile_choice, "_capability"), (driver, "_capability"), (nvrtc, "_nvrtc_result")):
        monkeypatch.setattr(library, name, getattr(library, name))  # restored after
    monkeypatch.setitem(sys.modules, "some.patternc_runtime.cuda.tile_choice", tile_choice)
    monkeypatch.setitem(sys.modules, "some.patternc_runtime.cuda.driver", driver)
    monkeypatch.setitem(sys.modules, "some.patternc_runtime.cuda.nvrtc", nvrtc)
    module = type(sys)("some.longnet_cuda")
    gpu_older.choose(module, architecture)
    query = torch.zeros(1, 1, 64, 64, dtype=torch.float16)
    assert tile_choice._tile("forward", query, query, 64).tensor_cores == rows


def test_others_are_refused() -> None:
    with pytest.raises(ValueError, match="PATTERNC_GPU_AS is 80, must be one of 61, 70, 75"):
        gpu_older.choose(sys, 80)
