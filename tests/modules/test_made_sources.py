"""Patterns with sources that nobody thought of: made files, run forward and backward, and held against the meaning."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import assume, given, settings
from loading import load
from made_modules import MADE
from pattern_texts import IN_PARTS, calls
from source_texts import source_files
from torch import Tensor

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.codegen.registry import Backend
from patternc.diagnostics import Rejected
from patternc.driver import Analysis, analyse, joined, modules
from patternc.ir.verify import verifying
from patternc.source import Source
from patternc.targets import target_named
from patternc.testing.compare import steepness_of
from patternc.testing.joined_parts import drawn_parts, drawn_sinks, joined_answer, joined_truth

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in exp2")
WHOLE = calls(90, sizes=IN_PARTS).filter(lambda shape: shape.name != "hop")
"""Calls of all keys of the sequence."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made")


def analysed(text: str) -> Analysis:
    """The analysis of a made file; those whose masks contradict themselves, or share inputs, are drawn again."""
    try:
        found = analyse(Source("made.pat", text), {}, targets=())
    except Rejected as rejected:
        codes = {one.code for one in rejected.diagnostics if one.severity == "error"}
        assert codes <= {"P019", "P033"}, f"{codes}\n{text}"
        assume(False)
        raise
    assume(found.joins)
    return found


def hold(text: str, shape: Shape, backend: Backend, folder: Path) -> None:
    """Compare both passes of a call with the meaning of its parts, joined."""
    analysis, target = analysed(text), target_named(backend.targets[0])
    assert target is not None
    folder = Path(mkdtemp(dir=folder))  # a module finds its parts beside it, and keeps them
    for file in (*modules(analysis, backend, target, verifying()), *joined(analysis, backend, target)):
        (folder / file.name).write_text(file.text)
    (join,) = analysis.joins
    module, parts = load(folder / f"{join.name}_{backend.name}.py"), analysis.parts(join)
    calls_of_parts = drawn_parts(join, parts, shape, "float32", "cpu", shape.queries)
    sinks = drawn_sinks(join, shape, "cpu", shape.queries)
    answer = joined_answer(module, join, calls_of_parts, sinks, shape)
    truth = joined_truth(join, calls_of_parts, sinks)
    # Gradients of queries and keys may cancel, those of values do not.
    least = max(float(grad.norm()) for name, grad in truth.grads.items() if name.endswith("value"))
    wrong = {
        name: error(answer.grads[name], grad, max(least, truth.summands.get(name, 0.0)))
        for name, grad in truth.grads.items()
    }
    wrong["out"] = error(answer.out, truth.out)
    if truth.lse is not None:
        assert answer.lse is not None
        wrong["lse"] = error(answer.lse, truth.lse)
    (steepness, *_) = (steepness_of(shape, part) for part in parts)
    assert max(wrong.values()) < 2e-6 * steepness + truth.largest_score * 2.0**-24, f"{wrong}\n{text}"


def error(found: Tensor, truth: Tensor, least: float = 0.0) -> float:
    """The relative error of finite numbers; infinite for a NaN, and where only one of the two is -inf."""
    held = truth.isfinite()
    if found.isnan().any() or not found.isfinite().equal(held):
        return float("inf")
    return float((found.double() - truth)[held].norm() / max(float(truth[held].norm()), least, 1e-30))


@settings(MADE, max_examples=12)
@given(text=source_files(), shape=WHOLE)
def test_torch(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=250)
@given(text=source_files(), shape=WHOLE)
def test_torch_at_length(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=15)
@given(text=source_files(), shape=WHOLE)
@pytest.mark.parametrize("backend", [pytest.param("triton", marks=pytest.mark.interpreter), "cpp", "cuda"])
def test_compiled(backend: str, text: str, shape: Shape, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_EMULATE", "1")
        hold(text, shape, backend_named(backend), folder)
