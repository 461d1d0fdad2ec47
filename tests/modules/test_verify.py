"""Every preset and every golden means what it says, on both backends; and `verify` notices when one does not."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from conftest import ROOT

from patternc.analysis.calls import UnsatisfiableError, shapes
from patternc.api import compile as compile_file
from patternc.driver import analyse, read
from patternc.files import File
from patternc.ir.addresses import HeadDims
from patternc.loaded import imported
from patternc.source import Source
from patternc.testing.compare import compare, draw, verify
from patternc.testing.oracle import oracle

PATTERNS = tuple(sorted([*(ROOT / "tests" / "patterns").glob("*.pat"), *(ROOT / "patternc" / "presets").glob("*.pat")]))
DTYPES = ("float32", "bfloat16", "float16")


@pytest.mark.slow
@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_torch_module(path: Path) -> None:
    for pattern, file in zip(analyse(read(path), {}, targets=()).meanings, compile_file(path, "torch"), strict=False):
        for errors in verify(imported(file), pattern, shapes(pattern, 515), DTYPES, "cpu"):
            assert errors.passed, errors


# Grids of thousands of cells take the interpreter many minutes: smaller ones, with odd sizes.
SMALLER = {
    "natten-1d": ("length=150", "size=13"),
    "natten-2d": ("height=12", "width=13"),
    "natten-3d": ("frames=4", "height=7", "width=8", "time=3", "size=3"),
    "natten-dilated": ("height=12", "width=14", "size=3", "dilation=3"),
    "sta": ("frames=4", "height=8", "width=6", "time=1", "side=2"),
    "video-streaming": ("frames=5", "height=6", "width=5", "past=1", "size=3"),
    "swin": ("height=14", "width=14"),
}


@pytest.mark.slow
@pytest.mark.interpreter
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_triton_module_in_the_interpreter(path: Path, dtype: str) -> None:
    command = [sys.executable, "-m", "patternc", "verify", str(path), "--backend", "triton", "--dtype", dtype]
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}  # `verify` sets it
    values = [word for value in SMALLER.get(path.stem, ()) for word in ("-D", value)]
    found = subprocess.run(
        [*command, "-n", "131", *values], env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("flaw", ["out", "lse", "a key too many", "dv"])
def test_a_wrong_module_fails(flaw: str, tmp_path: Path) -> None:
    path = tmp_path / "near.pat"
    path.write_text("pattern near {\n    attend window(9, 0)\n}\n")
    wrong = tmp_path / "wrong.pat"
    wrong.write_text("pattern near {\n    attend window(10, 0)\n}\n")
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    file, _ = compile_file(wrong if flaw == "a key too many" else path, "torch")
    right = imported(file)

    def attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, **rest: int) -> list[torch.Tensor]:
        value = value * (1 + 1e-4) - value.detach() * 1e-4 if flaw == "dv" else value
        out, lse = right.attention(query, key, value, **rest)
        return [out * 1.0001 if flaw == "out" else out, lse + 1e-3 if flaw == "lse" else lse]

    module = types.ModuleType("wrong")
    module.attention = attention  # type: ignore[attr-defined]
    results = list(verify(module, pattern, shapes(pattern, 70), ("float32",), "cpu"))
    assert not all(one.passed for one in results)
    if flaw == "dv":
        assert all(one.out < 2e-6 for one in results)


@pytest.mark.parametrize("flaw", [None, "distance", "sink"])
def test_gradients_of_tables_are_compared_with_what_they_sum(flaw: str | None) -> None:
    """Of 67 rows a sink's gradient is a fifth of its summands' norm: as exact as these is all that a sum can be."""
    path = ROOT / "tests" / "patterns" / "prefix_bias_sink.pat"
    (pattern,), (file, _) = analyse(read(path), {}, targets=()).meanings, compile_file(path, "torch")
    right = imported(file)

    def attention(*tensors: torch.Tensor, **rest: torch.Tensor) -> object:
        if flaw is not None:
            rest[flaw] = rest[flaw] * (1 + 1e-4) - rest[flaw].detach() * 1e-4
        return right.attention(*tensors, **rest)

    module = types.ModuleType("made")
    module.attention = attention  # type: ignore[attr-defined]
    found = list(verify(module, pattern, shapes(pattern, 67), ("float32",), "cpu"))
    worst = {"distance": max(one.bias or 0.0 for one in found), "sink": max(one.sink or 0.0 for one in found)}
    if flaw is None:
        assert max(worst.values()) < 1e-6
    else:
        assert worst[flaw] > 2e-5
        assert not all(one.passed for one in found)


@pytest.mark.parametrize("rule", ["lse", "gate(@a, @b)", "mean"])
def test_large_scores_are_allowed_for_under_every_rule(rule: str) -> None:
    """Each weight of a score is rounded with it, and a score by its products, which a pattern's scale multiplies."""
    gates = "input a: gate\n input b: gate\n" if "gate" in rule else ""
    text = f"pattern p {{\n {gates} score scale(0.5)\n attend first(1)\n attend first(2)\n combine {rule}\n}}"
    (pattern,) = analyse(Source("p.pat", text), {}, targets=()).meanings
    shape = replace(shapes(pattern, 9, 64)[0], batch=1)
    inputs = draw(shape, "float32", "cpu", 0, pattern)
    truth = oracle(pattern, shape, replace(inputs, query=torch.full_like(inputs.query, 2.0), key=inputs.key.fill_(3.0)))
    score = 0.5 * 64 * 2.0 * 3.0
    found = compare(truth, truth, shape, "float32", pattern)
    assert found.largest_score == pytest.approx(score, abs=1.5)  # the lse of a few equal scores
    assert found.tolerance == pytest.approx(2e-6 * 0.5 * 8 + found.largest_score * 2.0**-24)


def test_shapes_meet_requirements() -> None:
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "branch_sum.pat"), {}, targets=()).meanings
    found = shapes(pattern, 515)
    assert all(shape.seq_len % 256 == 0 and shape.model_heads % 2 == 0 and shape.dims.key >= 32 for shape in found)


def test_some_calls_have_head_sizes_of_two_parts() -> None:
    """Kernels take a row of 48 numbers as 32 and 16; a pattern that demands a size is called with no other."""
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "mixed_heads.pat"), {}, targets=()).meanings
    found = {shape.name: shape.dims for shape in shapes(pattern, 131)}
    assert found["whole"] == HeadDims.equal(32)
    assert found["one head a key"] == found["some heads of whole"] == HeadDims(48, 80)
    assert found["decode"] == HeadDims(160, 96)
    assert {shape.dims for shape in shapes(pattern, 131, head_dim=80)} == {HeadDims.equal(80)}
    assert {shape.dims for shape in shapes(pattern, 131, head_dim=80, value_dim=24)} == {HeadDims(80, 24)}
    assert {shape.dims.value for shape in shapes(pattern, 131, value_dim=24)} == {24}
    (strict,) = analyse(Source("p.pat", "pattern p { attend causal; require head_dim == 64 }"), {}, targets=()).meanings
    assert {shape.dims for shape in shapes(strict, 64)} == {HeadDims.equal(64)}
    with pytest.raises(UnsatisfiableError, match="head_dim == 64"):
        shapes(strict, 64, head_dim=48)


LOST = """
def _store_more(pointer, rows, valid, tile, TILE: tl.constexpr):
    _add_columns(pointer + rows[:, None] * TILE.size, valid, tile[0], 0, TILE.width, TILE)
"""


@pytest.mark.interpreter
@pytest.mark.long
def test_a_lost_part_of_a_row_fails(tmp_path: Path) -> None:
    """Of a kernel that adds the first part of a row alone, no call with head sizes of one part shows that."""
    path = tmp_path / "made.pat"
    dilated = "attend segment(8, dilation=2); attend segment(16, dilation=4); combine lse"
    path.write_text(f"pattern made {{ heads 0..1 {{ attend window(4, 0) }}; heads 1.. {{ {dilated} }} }}\n")
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    file, _ = compile_file(path, "triton")
    head, found, rest = file.text.partition("\n@triton.jit\ndef _store_more(")
    assert found
    broken = f"{head}\n@triton.jit{LOST}\n\n@triton.jit{rest[rest.index(chr(10) + 'def _add_columns(') :]}"
    calls = tuple(shape for shape in shapes(pattern, 17) if shape.name in ("whole", "one head a key"))
    results = verify(imported(File("lost.py", broken)), pattern, calls, ("float32",), "cpu")
    assert {one.shape.dims.key: one.passed for one in results} == {32: True, 48: False}


def test_documents_of_a_batch_are_one_list_in_some_call() -> None:
    (pattern,) = analyse(read(ROOT / "tests" / "patterns" / "packed.pat"), {}, targets=()).meanings
    lists = {}
    for shape in shapes(pattern, 64):
        offsets = draw(shape, "float32", "cpu", 0, pattern).arguments["offsets"]
        assert isinstance(offsets, torch.Tensor)
        lists[shape.name] = (shape.batch, offsets.dim())
    assert lists["whole"] == (2, 2)
    assert lists["chunk"] == (2, 1)


def test_a_requirement_nothing_meets_is_said(tmp_path: Path) -> None:
    path = tmp_path / "never.pat"
    path.write_text("pattern never {\n    attend causal\n    require head_dim % 7 == 3 and n > 3 * heads * 2**30\n}\n")
    (pattern,) = analyse(read(path), {}, targets=()).meanings
    with pytest.raises(UnsatisfiableError, match="head_dim % 7"):
        shapes(pattern, 64)


@pytest.mark.parametrize(
    ("body", "heads"),
    [
        ("heads 0..2 { attend causal }", 2),
        ("heads 0..1 { attend causal }", 1),
        ("heads 0..6 { attend causal }; heads 6.. { attend full }", 8),
        ("heads partition(extra=first); attend causal; attend full", 4),
        ("heads partition(extra=first); attend causal; attend full; require heads == 3", 3),
        ("attend causal; require heads <= 3", 2),
    ],
)
def test_shapes_have_as_many_heads_as_the_pattern_takes(body: str, heads: int) -> None:
    (pattern,) = analyse(Source("p.pat", f"pattern p {{ {body} }}"), {}, targets=()).meanings
    assert {shape.model_heads for shape in shapes(pattern, 64)} == {heads}


def test_half_a_module_is_imported_again() -> None:
    file = File("half.py", "import torch\nassert hasattr(torch, 'half_way'), 'not yet'\n")
    for _ in range(2):
        with pytest.raises(AssertionError, match="not yet"):
            imported(file)
