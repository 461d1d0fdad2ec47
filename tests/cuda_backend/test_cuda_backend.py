"""CUDA modules against the float64 meaning, their kernels run by the emulator of GPU threads."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import ModuleType, SimpleNamespace

import pytest
from built import build
from built_modules import module_path, names
from conftest import ROOT
from far_tensors import hold_far
from loading import load

from patternc.analysis.calls import Shape, shapes
from patternc.driver import analyse, read
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.testing.compare import TOLERANCE, answer_of, compare, draw, verify, with_selection
from patternc.testing.oracle import oracle

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="the emulator needs a compiler")

SHOWCASE = names("tests")
TOLD = ("longnet", "prefix_bias_sink", "head_ranges")


@pytest.fixture(scope="module", autouse=True)
def emulated() -> Iterator[None]:
    """Modules of these tests, which are imported here, run on the CPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_EMULATE", "1")
        yield


@cache
def showcase(name: str) -> tuple[ModuleType, Pattern]:
    """The module of a pattern, and what it means."""
    (meaning,) = analyse(read(ROOT / "tests" / "patterns" / f"{name}.pat"), {}, targets=()).meanings
    return load(module_path("tests", name, "cuda")), meaning


def hold(name: str, dtype: str, device: int, length: int = 67, head_dim: int | None = 16) -> None:
    """`device`: the compute capability of that which is emulated, times ten."""
    module, meaning = showcase(name)
    with emulating(module, device):
        for errors in verify(module, meaning, shapes(meaning, length, head_dim), (dtype,), "cpu"):
            assert errors.passed, errors


@contextmanager
def emulating(module: ModuleType, device: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(module._tile.__globals__, "_EMULATED", SimpleNamespace(value=device, runs=True))
        yield


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "dtype", "device"),
    [*((name, "float32", 61) for name in TOLD), ("longnet", "float16", 80), ("prefix_bias_sink", "float16", 70)],
)
def test_some_modules(name: str, dtype: str, device: int) -> None:
    """In float32, and on tensor cores, of sm_70 too."""
    assert os.environ["PATTERNC_EMULATE"] == "1"
    hold(name, dtype, device)


@pytest.mark.slow
@pytest.mark.parametrize(("dtype", "device"), [("float32", 61), ("bfloat16", 80), ("float16", 70)])
@pytest.mark.parametrize("name", SHOWCASE)
def test_all_modules(name: str, dtype: str, device: int) -> None:
    """In float32, and on both kinds of tensor cores."""
    hold(name, dtype, device, 131, None)


# ---- head sizes, strides, empty rows, dropout, all together ----------------------------------------------------------
MIXED = """
pattern mixed {
    input documents: offsets
    input lengths: lengths
    heads 0..2 { attend window(9, 0) & document(@documents) }
    heads 2..4 {
        attend segment(24, dilation=2, offset=head)
        attend blocks(16, random(density=0.4, seed=3))
        combine lse
    }
    heads 4.. {
        attend segment(24, dilation=2)
        attend window(5, 0)
        combine lse(detach)
    }
    where causal & padding(@lengths) - keys(every=7)
}
"""
CALLS = tuple(
    Shape(f"{size}", batch, 4, kv, HeadDims.equal(size), queries, keys, q_at, k_at, 101, head_offset=1, num_heads=7)
    for size, batch, kv, queries, keys, q_at, k_at in (
        *((17, 2, 2, 101, 101, 0, 0), (48, 1, 2, 70, 88, 31, 13), (80, 3, 4, 33, 50, 40, 20)),
        *((96, 1, 1, 101, 101, 0, 0), (255, 2, 2, 17, 60, 50, 10), (64, 2, 2, 2, 101, 99, 0)),
        *((8, 2, 2, 101, 101, 0, 0), (13, 1, 1, 2, 101, 99, 0)),
    )
)


QUICK = 48, 70
"""The head size and the device of the call that no run leaves out."""


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    return build(MIXED, tmp_path_factory.mktemp("mixed"), "cuda")


@pytest.mark.parametrize(
    ("shape", "dtype", "device"),
    [
        pytest.param(
            *(shape, dtype, device),
            id=f"D={shape.dims}-{dtype}-{device}",
            marks=[] if (shape.dims.key, device) == QUICK else [pytest.mark.slow],
        )
        for shape in CALLS
        for dtype, device in (("float32", 61), ("float16", 70), ("float16", 80))
    ],
)
def test_everything_together(mixed: tuple[ModuleType, Pattern], shape: Shape, dtype: str, device: int) -> None:
    module, pattern = mixed
    inputs = with_selection(module, pattern, shape, draw(shape, dtype, "cpu", 7, pattern))
    with emulating(module, device):
        answer = answer_of(module, pattern, shape, inputs)
    errors = compare(answer, oracle(pattern, shape, inputs), shape, dtype, pattern)
    assert errors.worst < TOLERANCE[dtype], errors


@pytest.mark.parametrize("queries", [70, 1])
def test_tensors_are_read_where_they_are(mixed: tuple[ModuleType, Pattern], queries: int) -> None:
    module, pattern = mixed
    dim, device = QUICK
    (shape,) = (replace(one, batch=2, queries=queries) for one in CALLS if one.dims.key == dim)
    with emulating(module, device):
        hold_far(module, pattern, shape, "float16")
