"""Tiles of CUDA modules from tile files: which are refused, what a module takes of them, and what it computes then."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from conftest import ROOT

from patternc.analysis.calls import Shape
from patternc.cli import run
from patternc.codegen.backend import Compiled
from patternc.codegen.cuda import CUDA
from patternc.codegen.cuda.tiling import TILING, _resources
from patternc.cost.device_time import Call
from patternc.driver import analyse, modules
from patternc.ir.addresses import HeadDims
from patternc.ir.mask import Pattern
from patternc.loaded import imported
from patternc.runtime.cuda import nvrtc, tile_choice
from patternc.schedule.tile_sizes import tile_of, tile_table
from patternc.source import Source
from patternc.targets import Target, TunedTile, target_named
from patternc.testing.compare import TOLERANCE, answer_of, compare, draw
from patternc.testing.oracle import oracle
from patternc.tuning.compiled_launches import compiled
from patternc.tuning.search import Candidate
from patternc.tuning.subjects import subject
from patternc.tuning.tile_files import Entry, TileFile, TileFileError, Times, parse_tiles, source_of, text_of

WINDOW = ROOT / "tests" / "patterns" / "sliding_window.pat"
ENTRY = Entry(
    kernel="forward",
    dtype="float16",
    head_dim=64,
    block_m=64,
    block_n=32,
    warps=4,
    stages=1,
    most_registers=0,
    descriptors=False,
    patterns=("sliding_window",),
    call="n=16384, 8 heads, 8 key heads, batch 1",
    registers=130,
    shared=20000,
    times=Times(2e-3, 1.9e-3, 2.1e-3, 20),
)
FP32 = replace(ENTRY, dtype="float32", block_m=32, block_n=64, warps=2)


def file_of(*entries: Entry) -> TileFile:
    return TileFile("cuda", "sm_75", "Tesla T4", 75, (("torch", "2.11"), ("nvrtc", "12.9")), entries)


def target(name: str, file: TileFile | None = None) -> Target:
    found = target_named(name)
    assert found is not None
    found = replace(found, table=TILING.table(found))
    return found if file is None else replace(found, tuned=source_of(file, text_of(file), "t4.json", found))


# ---- tile files ------------------------------------------------------------------------------------------------------
GRADIENT = replace(ENTRY, kernel="grad_query", head_dim=128)
REFUSED = {
    "stages": (replace(ENTRY, stages=2), "stages of forward is 2, expected 1: kernels load one tile ahead"),
    "a limit": (replace(ENTRY, most_registers=128), "most_registers of forward is 128, expected 0"),
    "descriptors": (replace(ENTRY, descriptors=True), "descriptors of forward is True, expected False"),
    "warps": (replace(ENTRY, warps=8), "warps of forward is 8, expected 4: a warp for 16 rows on tensor cores"),
    "columns": (
        replace(ENTRY, block_n=128),
        "block_n of forward is 128, expected 16 or 32 or 64: no more columns than",
    ),
    "threads": (
        replace(FP32, warps=16),
        "warps of forward is 16, expected 1 or 2 or 4 or 8: threads share tiles of 16",
    ),
    "shared memory": (
        replace(GRADIENT, block_m=128, warps=8),
        "grad_query takes 78336 bytes of shared memory with 128 x 32 at head_dim 128, expected at most 49152",
    ),
    "in fp32": (replace(FP32, block_m=128, block_n=128), "forward takes 75776 bytes of shared memory with 128 x 128"),
    "bfloat16": (
        replace(ENTRY, dtype="bfloat16"),
        "dtype is bfloat16, expected float32: CUDA modules compute",
    ),
    "wide": (replace(ENTRY, head_dim=192), "in float32 on sm_75 at head_dim 192"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_tile_that_kernels_can_not_have_is_refused(name: str) -> None:
    entry, message = REFUSED[name]
    with pytest.raises(TileFileError) as raised:
        parse_tiles(text_of(file_of(entry)), "t4.json")
    assert message in str(raised.value)


@pytest.mark.parametrize("name", CUDA.targets)
def test_tiles_of_the_table_are_not_refused(name: str) -> None:
    own = target(name)
    for row in tile_table(own):
        for tile in row.tiles:
            if row.itemsize == 4 or TILING.itemsize(own, "float16", tile.head_dim) == 2:
                sizes = tile.block_m, tile.block_n, tile.warps, tile.stages
                assert not TILING.fault(own, TunedTile(row.direction, row.itemsize, tile.head_dim, *sizes))


@pytest.mark.skipif(shutil.which("c++") is None, reason="headers need a compiler")
@pytest.mark.parametrize(
    ("tile", "dim"),
    [
        (TunedTile("grad_query", 2, 96, 64, 64, 4, 1), 96),  # 39,936 bytes
        (TunedTile("grad_query", 2, 128, 64, 64, 4, 1), 128),  # 52,224
        (TunedTile("forward", 4, 200, 128, 64, 8, 1), 64),  # 41,984: at 64, more than at 48 and as much as at 200
        (TunedTile("forward", 4, 200, 64, 256, 8, 1), 208),  # 77,824
    ],
    ids=str,
)
def test_what_is_refused_is_what_headers_refuse(tile: TunedTile, dim: int) -> None:
    sizes = {"ROWS": tile.block_m, "COLUMNS": tile.block_n, "THREADS": 32 * tile.warps, "DIM": dim, "OWN": 2}
    macros = {**sizes, "TENSOR_CORES": 16} if tile.itemsize == 2 else sizes
    words = [f"-DPATTERNC_{name}={value}" for name, value in macros.items()]
    element = f"-DPATTERNC_ELEMENT={'patternc::Float16' if tile.itemsize == 2 else 'float'}"
    folders = [f"-I{ROOT / 'patternc' / 'runtime' / name}" for name in ("cuda", "tiles")]
    command = ["c++", "-std=c++20", "-fsyntax-only", "-x", "c++", "-DPATTERNC_EMULATE", element, *words, *folders, "-"]
    done = subprocess.run(command, input='#include "attention.cuh"\n', capture_output=True, text=True)
    assert ("a program has 48 KB of shared memory" in done.stderr) == bool(TILING.fault(target("sm_75"), tile))
    assert (done.returncode == 0) == (not TILING.fault(target("sm_75"), tile)), done.stderr


def test_a_build_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = file_of(ENTRY, replace(FP32, head_dim=256), replace(ENTRY, kernel="grad_key_value_heavy", block_n=16))
    (path := tmp_path / "t4.json").write_text(text_of(file))
    words = ["build", str(WINDOW), "-o", str(tmp_path / "out"), "--tiles", str(path), "--backend"]
    assert run([*words, "cuda"]) == 0
    text = (tmp_path / "out" / "sliding_window_cuda.py").read_text()
    assert text.splitlines()[1] == "# Regenerate: patternc build sliding_window.pat --backend cuda --tiles t4.json"
    assert "# Those of the tile file t4.json (sha256 " in text
    assert "# timed on Tesla T4.\n" in text
    rows = text.partition("_TILES = {\n")[2].partition("}\n")[0].splitlines()
    assert rows == [
        '    ("forward", 2): ((64, 64, 32, 4), (128, 64, 32, 4), (256, 64, 64, 8), (576, 32, 64, 8)),',
        '    ("forward", 4): ((256, 32, 64, 2), (576, 32, 64, 8)),',
    ]
    assert text.count("tiles=_TILES") == text.count('_tile("forward", ') == 1
    assert run([*words, "cuda", "--check"]) == 0
    capsys.readouterr()
    assert run([*words, "cuda", "--target", "sm_61"]) == 2
    assert run([*words, "triton"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "t4.json holds tiles for sm_75, expected sm_61" in said
    assert "t4.json holds tiles of cuda modules: add --backend cuda" in said


@pytest.mark.parametrize("name", ["sm_61", "sm_75", "sm_90"])
def test_costs_count_the_tiles_that_a_module_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all element types and head sizes, in calls of few and of many rows."""
    own = target(name)
    capability = own.capability
    monkeypatch.setattr(tile_choice, "_capability", lambda _: capability)
    own = replace(own, tuned=source_of(replace(file_of(ENTRY, FP32), target=name), "", "t4.json", own))
    tiles: Any = {
        (row.direction, row.itemsize): tuple(tile.numbers[:4] for tile in row.tiles)
        for row in tile_table(own)
        if row.direction == "forward"
    }
    taken = set()
    for dtype, head_dim in product((torch.float32, torch.float16), (16, 64, 80, 192)):
        query = torch.empty(1, 1, 1, head_dim, dtype=dtype)
        for held, most in ((1, None), (500, None), (500, 32)):
            tile = tile_choice._tile("forward", query, query, held, most, tiles=tiles)
            told = tile_of(own, "forward", dtype.itemsize, HeadDims.equal(head_dim), held, most, described=False)
            assert told == (tile.rows, tile.columns), (dtype, head_dim, held)
            assert tile.threads == (2 * tile.rows if tile.tensor_cores else 64 if head_dim <= 64 else 256)
            taken.add(told)
    assert (32, 64) in taken
    assert ((64, 32) in taken) == (name != "sm_61")


# ---- what modules compute --------------------------------------------------------------------------------------------
@cache
def made() -> tuple[ModuleType, Pattern]:
    """A module whose kernels all have tiles of a file, for fp32 and for tensor cores."""
    kernels = "forward", "grad_query", "grad_key_value"
    entries = [replace(one, kernel=name) for name in kernels for one in (replace(ENTRY, block_n=16), FP32)]
    analysis = analyse(Source("p.pat", "pattern p { attend window(19, 0) }"), {}, targets=())
    (file,) = modules(analysis, CUDA, target("sm_75", parse_tiles(text_of(file_of(*entries)), "t4.json")))
    return imported(file), analysis.meanings[0]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("c++") is None, reason="the emulator needs a compiler")
@pytest.mark.parametrize(
    ("dtype", "device", "sizes"), [("float32", 61, (32, 64, 64, 0)), ("float16", 70, (64, 16, 128, 8))]
)
def test_results_are_exact(dtype: str, device: int, sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Forward and backward, in an emulator, which also finds what a GPU would not forgive."""
    module, meaning = made()
    monkeypatch.setattr(module, "_EMULATED", SimpleNamespace(value=device, runs=True))
    taken, macros_of = set(), module._macros

    def macros(dtype: torch.dtype, tile: Any) -> Any:
        taken.add(tuple(tile[:4]))
        return macros_of(dtype, tile)

    monkeypatch.setattr(module, "_macros", macros)
    shape = Shape("whole", 1, 2, 1, HeadDims.equal(16), 83, 83, 0, 0, 83)
    inputs = draw(shape, dtype, "cpu", 5, meaning)
    errors = compare(answer_of(module, meaning, shape, inputs), oracle(meaning, shape, inputs), shape, dtype, meaning)
    assert errors.worst < TOLERANCE[dtype], errors
    assert sizes in taken


# ---- tuning ----------------------------------------------------------------------------------------------------------
def test_the_type_that_is_tuned() -> None:
    sizes = {
        name: [TILING.itemsize(target(name), dtype, 64) for dtype in ("float32", "float16", "bfloat16")]
        for name in ("sm_61", "sm_70", "sm_75", "sm_90")
    }
    assert sizes == {"sm_61": [4, 4, 4], "sm_70": [4, 2, 4], "sm_75": [4, 2, 4], "sm_90": [4, 2, 2]}
    assert TILING.itemsize(target("sm_90"), "float16", 129) == 4


def test_what_ptxas_says() -> None:
    log = """ptxas info    : Compiling entry function 'forward_dense' for 'sm_75'
    24 bytes stack frame, 20 bytes spill stores, 28 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 46080 bytes smem, 4192 bytes cmem[0]"""
    assert _resources(log) == Compiled(255, 24, 46080)


@pytest.mark.skipif(not nvrtc._nvrtcs(), reason="no NVRTC is installed")
def test_a_candidate_is_compiled() -> None:
    analysis = analyse(Source("p.pat", "pattern p { attend window(19, 0) }"), {}, targets=())
    one = subject(analysis, 0, target("sm_75"), Call(64, 1, 1, HeadDims.equal(32)), "float16", CUDA)
    found = compiled((one,), "forward", Candidate(32, 16, 2, 1))
    assert found.spilled == 0
    assert 32 < found.registers <= 255
    assert found.shared == 2 * (32 + 8) * (32 + 2 * 16)  # own rows, and two tiles of columns in turn
