"""C++ modules of `tests/patterns` against the float64 meaning, in the calls of `verify`, and what they print."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
import torch
from built import build
from built_modules import module_path, names
from conftest import ROOT
from far_tensors import hold_far
from loading import load

from patternc.analysis.calls import Shape, shapes
from patternc.codegen.cpp import CPP
from patternc.codegen.cpp.printer.expressions import KernelPrinter, calling
from patternc.driver import analyse, modules, read
from patternc.ir.addresses import HeadDims
from patternc.ir.batch import Batches
from patternc.ir.index import Apply, Holds, Var, every
from patternc.ir.kernel import Kernel
from patternc.ir.lines import laid_out
from patternc.ir.mask import Pattern
from patternc.ir.tile import AddProducts, AddRows, Clause, EachHead, For, Mask, Statement, Tiles
from patternc.source import Source
from patternc.targets import Target, target_named
from patternc.testing.compare import TOLERANCE, answer_of, compare, draw, verify, with_selection
from patternc.testing.oracle import oracle

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="the C++ backend needs a compiler")

SHOWCASE = names("tests")
TOLD = (
    "longnet",
    "packed",
    "prefix_bias_sink",
    "block_sparse",
    "head_ranges",
    "longnet_official",
    "curve",
    "branch_sum",
)
"""Those that have all kinds of statements and of launches among them."""


@pytest.fixture(autouse=True, scope="module")
def _compiled_as_for_users() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PATTERNC_CXXFLAGS")
        yield


@cache
def showcase(name: str) -> tuple[ModuleType, Pattern]:
    """The module of a pattern, and what it means."""
    (meaning,) = analyse(read(ROOT / "tests" / "patterns" / f"{name}.pat"), {}, targets=()).meanings
    return load(module_path("tests", name, "cpp")), meaning


def hold(name: str, dtype: str) -> None:
    module, meaning = showcase(name)
    for errors in verify(module, meaning, shapes(meaning, 259, None), (dtype,), "cpu"):
        assert errors.passed, errors


def hold_call(module: ModuleType, meaning: Pattern, shape: Shape) -> None:
    inputs = with_selection(module, meaning, shape, draw(shape, "float32", "cpu", 7, meaning))
    found, wanted = answer_of(module, meaning, shape, inputs), oracle(meaning, shape, inputs)
    errors = compare(found, wanted, shape, "float32", meaning)
    assert errors.worst < TOLERANCE["float32"], errors


@pytest.mark.long
@pytest.mark.parametrize("name", TOLD)
def test_some_modules(name: str) -> None:
    hold(name, "float32")


def test_cells_that_queries_share() -> None:
    hold("shared_box", "float32")


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("name", SHOWCASE)
def test_all_modules(name: str, dtype: str) -> None:
    hold(name, dtype)


DIMS = HeadDims.equal(24)
FEW = tuple(
    Shape(f"{queries} queries, {heads} of {kv_heads}", 2, heads, kv_heads, DIMS, queries, keys, 502, 512 - keys, 512)
    for queries, heads, kv_heads, keys in ((1, 3, 3, 125), (3, 6, 2, 130), (8, 8, 1, 130), (2, 12, 1, 130))
)
"""Calls of few queries: tiles of 1, 4, 8 and 16 rows."""


@pytest.mark.long
@pytest.mark.parametrize("name", TOLD[:4])
def test_few_queries(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, meaning = showcase(name)
    for shape, splits in product(FEW, (1, 3)):
        if hasattr(module, "_splits"):
            monkeypatch.setattr(module, "_splits", lambda *_, splits=splits: splits)
        hold_call(module, meaning, shape)


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
    where causal - keys(every=7) & padding(@lengths)
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


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, Pattern]:
    return build(MIXED, tmp_path_factory.mktemp("mixed"), "cpp")


QUICK = 8, 17, 48, 96, 64
"""Head sizes of calls that no run leaves out: tiles of many rows and gradients, and of few rows."""


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_numbers_of_inputs_have_32_or_64_bits(mixed: tuple[ModuleType, Pattern], dtype: torch.dtype) -> None:
    module, meaning = mixed
    inputs = draw(CALLS[0], "float32", "cpu", 7, meaning)
    arguments = {"documents": inputs.arguments["documents"], "lengths": torch.tensor([50, 90])}
    inputs = replace(inputs, arguments={name: torch.as_tensor(x).to(dtype) for name, x in arguments.items()})
    found, wanted = answer_of(module, meaning, CALLS[0], inputs), oracle(meaning, CALLS[0], inputs)
    assert compare(found, wanted, CALLS[0], "float32", meaning).worst < TOLERANCE["float32"]


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, id=f"D={shape.dims}", marks=[] if shape.dims.key in QUICK else [pytest.mark.long])
        for shape in CALLS
    ],
)
def test_everything_together(mixed: tuple[ModuleType, Pattern], shape: Shape) -> None:
    hold_call(*mixed, shape)


def test_splits_of_keys_are_merged(mixed: tuple[ModuleType, Pattern], monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern = mixed
    monkeypatch.setattr(module, "_splits", lambda *_: 3)
    hold_call(module, pattern, replace(CALLS[-1], keys=301, q_offset=299, seq_len=301))


LAST = replace(CALLS[-1], queries=1, keys=4000, q_offset=3999, seq_len=4000)
"""A query with so many keys that programs share them."""


@pytest.mark.parametrize("shape", [CALLS[0], LAST], ids=["all queries", "one query"])
def test_any_number_of_threads_gives_the_same_bits(mixed: tuple[ModuleType, Pattern], shape: Shape) -> None:
    module, pattern = mixed
    before, inputs = torch.get_num_threads(), draw(shape, "float32", "cpu", 7, pattern)

    def answer(threads: int) -> Iterator[torch.Tensor]:
        torch.set_num_threads(threads)
        found = answer_of(module, pattern, shape, inputs)
        yield from (found.out, found.dq, found.dk, found.dv)

    try:
        alone = [*answer(1)]
        for threads in (2, 3, 5):
            assert all(map(torch.equal, alone, answer(threads)))
    finally:
        torch.set_num_threads(before)


@pytest.mark.parametrize("queries", [70, 1])
def test_tensors_are_read_where_they_are(mixed: tuple[ModuleType, Pattern], queries: int) -> None:
    hold_far(*mixed, replace(CALLS[1], batch=2, queries=queries))


# ---- faults that results show ----------------------------------------------------------------------------------------
def without(body: tuple[Statement, ...], kind: type[Statement]) -> tuple[Statement, ...]:
    """The statements of loops and clauses but for those of a kind."""
    kept = (one for one in body if not isinstance(one, kind))
    return tuple(
        replace(one, body=without(one.body, kind)) if isinstance(one, For | Clause | EachHead) else one for one in kept
    )


@pytest.mark.long
@pytest.mark.parametrize("kind", [Mask, AddProducts, AddRows])
def test_a_statement_less_is_seen(kind: type[Statement], tmp_path: Path) -> None:
    def faulty(kernel: Kernel, source: Source, target: Target) -> Tiles | Batches:
        tiles = CPP.legalize(kernel, source, target)
        assert isinstance(tiles, Tiles)
        bodies = (
            replace(one, program=replace(one.program, body=without(one.program.body, kind))) for one in tiles.programs
        )
        return replace(tiles, programs=tuple(bodies))

    analysis, target = analyse(Source("made.pat", "pattern made { attend window(20, 3) }"), {}), target_named("cpu")
    assert target is not None
    (file,) = modules(analysis, replace(CPP, legalize=faulty), target)
    (tmp_path / file.name).write_text(file.text)
    (pattern,), shape = analysis.meanings, Shape("whole", 2, 4, 2, HeadDims.equal(24), 70, 70, 0, 0, 70)
    inputs = draw(shape, "float32", "cpu", 7, pattern)
    found = answer_of(load(tmp_path / file.name), pattern, shape, inputs)
    assert not compare(found, oracle(pattern, shape, inputs), shape, "float32", pattern).passed


# ---- text ------------------------------------------------------------------------------------------------------------
def test_long_lines_are_broken_between_items() -> None:
    truth = every(*(Holds(Apply(name, (Var(axis),))) for name, axis in (("one", "i"), ("two", "j"))))
    second = KernelPrinter().bracket("[&](int i, int j) {", truth, "}", " ")
    line = (calling("call", "first", second, "third"), ";")
    assert [*laid_out(line, 78)] == [
        "call(",
        "    first, [&](int i, int j) { patternc::one(i) && patternc::two(j) }, third",
        ");",
    ]
    assert [*laid_out(line, 50)] == [
        "call(",
        "    first,",
        "    [&](int i, int j) {",
        "        patternc::one(i) && patternc::two(j)",
        "    },",
        "    third",
        ");",
    ]
    assert [*laid_out(line, 40)][3:5] == ["        patternc::one(i)", "        && patternc::two(j)"]


@pytest.mark.parametrize("name", SHOWCASE)
def test_no_line_is_longer_than_lines_of_python(name: str) -> None:
    text = module_path("tests", name, "cpp").with_suffix(".cpp").read_text()
    assert max(map(len, text.splitlines())) <= 120
