"""Patterns nobody thought of: made files, compiled, run forward and backward, and held against the meaning."""

from __future__ import annotations

import ast
import importlib.util
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, assume, given, settings, target
from hypothesis import strategies as st
from pattern_texts import IN_PARTS, calls, files, head_groups
from pattern_texts_whole import adaptive, grids, whole_files
from test_large_products import SIZES
from test_torch_backend import SIZES_OF_PARTS
from torch import Tensor

from patternc.api import backend_named
from patternc.codegen.registry import BACKENDS, Backend
from patternc.diagnostics import Rejected
from patternc.driver import Analysis, analyse, compile_text
from patternc.ir.mask import Pattern, Sink
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.calls import Shape
from patternc.testing.compare import answer_of, compare, draw, with_selection
from patternc.testing.oracle import Answer, Inputs, oracle

TORCH_EXAMPLES, TRITON_EXAMPLES = 500, 60
WHOLE_EXAMPLES, GRID_EXAMPLES, ADAPTIVE_EXAMPLES = 340, 100, 60
QUICK = 6
"""The share of torch's examples that are run where the slow tests are not: `test_batches` holds their loops besides."""
MADE = settings(suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)


def accepted(text: str) -> Analysis:
    """The analysis of a made file; files that contradict themselves are drawn again."""
    try:
        return analyse(Source("made.pat", text), {})
    except Rejected as rejected:
        codes = {finding.code for finding in rejected.diagnostics if finding.severity == "error"}
        assert codes == {"P019"}, f"{codes}\n{text}"
        assume(False)
        raise


def module_of(text: str, backend: Backend, folder: Path) -> ModuleType:
    chosen = target_named(backend.targets[0])
    assert chosen is not None
    (file,) = compile_text(Source("made.pat", text), backend, chosen, {})
    defined = Counter(
        node.name for node in ast.parse(file.text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )
    twice = {name for name, count in defined.items() if count > 1 and name != "_"}
    assert not twice, f"defined twice: {twice}\n{text}"
    path = folder / file.name
    path.write_text(file.text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hold(
    text: str, shape: Shape, backend: Backend, folder: Path, constants: tuple[tuple[str, object], ...] = ()
) -> None:
    (pattern,) = accepted(text).meanings
    module = module_of(text, backend, folder)
    for name, constant in constants:
        if hasattr(module, name):
            setattr(module, name, constant)
    drawn = with_heavy_sinks(pattern, shape, draw(shape, "float32", "cpu", shape.queries, pattern))
    inputs = with_selection(module, pattern, shape, drawn)
    answer, truth = answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs)
    errors = compare(answer, truth, shape, "float32", pattern)
    worst = max(errors.out, errors.lse or 0.0, errors.dv, *(of_gradient(pair, truth) for pair in pairs(answer, truth)))
    target(min(worst, 1.0))
    assert worst < errors.tolerance, f"{errors}\n{text}"


def with_heavy_sinks(pattern: Pattern, shape: Shape, inputs: Inputs) -> Inputs:
    """The inputs with all sinks far above or below the keys in some calls: what they leave must keep its digits."""
    sinks = {score.input for score in pattern.scores if isinstance(score, Sink)}
    shift = (-20.0, 0.0, 10.0, 30.0)[shape.queries % 4]
    return replace(
        inputs, arguments={name: value + shift if name in sinks else value for name, value in inputs.arguments.items()}
    )


def pairs(answer: Answer, truth: Answer) -> tuple[tuple[Tensor, Tensor], ...]:
    tables = ((found, truth.tables[name]) for name, found in answer.tables.items())
    return (answer.dq, truth.dq), (answer.dk, truth.dk), *tables


def of_gradient(pair: tuple[Tensor, Tensor], truth: Answer) -> float:
    """The error of dq, dk or the gradient of a table against what it was before it cancelled.

    All are sums of P (dP - delta), which is 0 by cancellation in a row that sees one key; dV sums P dO, of the same
    size, and does not cancel.
    """
    found, meant = pair
    return float((found.double() - meant).norm() / max(meant.norm(), truth.dv.norm(), 1e-30))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made")


@settings(MADE, max_examples=TORCH_EXAMPLES // QUICK)
@given(text=files(), shape=calls(90))
def test_torch(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@settings(MADE, max_examples=TORCH_EXAMPLES // QUICK)
@given(text=files(), shape=calls(90))
def test_torch_in_large_blocks(text: str, shape: Shape, folder: Path) -> None:
    """As where oneDNN computes the products of large blocks, which a processor of the tests may not do by itself."""
    hold(text, shape, backend_named("torch"), folder, (*SIZES, ("_has_large_products", lambda _: True)))


@settings(MADE, max_examples=TORCH_EXAMPLES // QUICK)
@given(text=files(), shape=calls(90))
def test_torch_in_small_parts(text: str, shape: Shape, folder: Path) -> None:
    """Slabs of rows and of columns, and several calls for each tile, at the lengths of tests."""
    hold(text, shape, backend_named("torch"), folder, (*SIZES_OF_PARTS, ("SLAB_SCORES", 500), ("GATHERED", 64)))


@pytest.mark.slow
@settings(MADE, max_examples=TORCH_EXAMPLES)
@given(text=files(), shape=calls(90))
def test_torch_at_length(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@pytest.mark.long
@settings(MADE, max_examples=WHOLE_EXAMPLES // QUICK)
@given(text=whole_files(), shape=calls(90))
def test_whole_language(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=WHOLE_EXAMPLES)
@given(text=whole_files(), shape=calls(90))
def test_whole_language_at_length(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@settings(MADE, max_examples=GRID_EXAMPLES // QUICK)
@given(made=grids())
def test_grids(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=GRID_EXAMPLES)
@given(made=grids())
def test_grids_at_length(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@settings(MADE, max_examples=ADAPTIVE_EXAMPLES // QUICK)
@given(made=adaptive())
def test_adaptive(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=ADAPTIVE_EXAMPLES)
@given(made=adaptive())
def test_adaptive_at_length(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=TRITON_EXAMPLES)
@given(text=files(), shape=calls(50, sizes=IN_PARTS))
def test_interpreted(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("triton"), folder)


@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=TRITON_EXAMPLES)
@given(text=whole_files(), shape=calls(50, sizes=IN_PARTS))
def test_interpreted_whole_language(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("triton"), folder)


@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=TRITON_EXAMPLES // 2)
@given(made=grids())
def test_interpreted_grids(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("triton"), folder)


@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=TRITON_EXAMPLES // 2)
@given(made=adaptive())
def test_interpreted_adaptive(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("triton"), folder)


SMALL_TILES: tuple[tuple[str, object], ...] = (("_TILES", defaultdict(lambda: ((256, 32, 16, 4, 1),))),)
"""Tiles of which a short sequence has several."""
IN_GROUPS = (3, 1), (2, 2), (1, 3), (1, 4), (4, 1)


def hold_groups(text: str, shape: Shape, small: bool, folder: Path) -> None:
    hold(text, shape, backend_named("triton"), folder, SMALL_TILES if small else ())


@pytest.mark.interpreter
@pytest.mark.long
@settings(MADE, max_examples=4)
@given(text=head_groups(), shape=calls(24, IN_GROUPS, IN_PARTS), small=st.booleans())
def test_interpreted_head_groups(text: str, shape: Shape, small: bool, folder: Path) -> None:
    hold_groups(text, shape, small, folder)


@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=TRITON_EXAMPLES)
@given(text=head_groups(), shape=calls(40, IN_GROUPS, IN_PARTS), small=st.booleans())
def test_interpreted_head_groups_at_length(text: str, shape: Shape, small: bool, folder: Path) -> None:
    """Head groups, partitions, grouped heads, offsets and head sizes of two parts together."""
    hold_groups(text, shape, small, folder)


def test_every_backend_is_held() -> None:
    assert {backend.name for backend in BACKENDS} == {"torch", "triton"}
