"""Patterns nobody thought of: made files, compiled, run forward and backward, and held against the meaning."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, assume, given, settings, target
from spelled import calls, files

from patternc.backends import BACKENDS, Backend
from patternc.diagnostics import Rejected
from patternc.driver import Analysis, analyse, backend_named, compile_text
from patternc.shapes import Shape
from patternc.source import Source
from patternc.targets import target_named
from patternc.verify import TOLERANCE, answer_of, compare, draw, oracle

pytestmark = pytest.mark.slow

TORCH_EXAMPLES, TRITON_EXAMPLES = 500, 60
MADE = {"suppress_health_check": list(HealthCheck), "deadline": None, "derandomize": True}


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
    path = folder / file.name
    path.write_text(file.text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hold(text: str, shape: Shape, backend: Backend, folder: Path) -> None:
    (pattern,) = accepted(text).meanings
    module = module_of(text, backend, folder)
    inputs = draw(shape, "float32", "cpu", seed=shape.queries)
    errors = compare(answer_of(module, pattern, shape, inputs), oracle(pattern, shape, inputs), shape, "float32")
    target(min(errors.worst, 1.0))
    assert errors.worst < TOLERANCE["float32"], f"{errors}\n{text}"


@settings(max_examples=TORCH_EXAMPLES, **MADE)
@given(text=files(), shape=calls(90))
def test_torch(text: str, shape: Shape, tmp_path_factory: pytest.TempPathFactory) -> None:
    hold(text, shape, backend_named("torch"), scratch(tmp_path_factory))


@cache
def scratch(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("made")


@settings(max_examples=TRITON_EXAMPLES, **MADE)
@given(text=files(), shape=calls(50))
def interpreted(text: str, shape: Shape, tmp_path_factory: pytest.TempPathFactory) -> None:
    hold(text, shape, backend_named("triton"), scratch(tmp_path_factory))


@pytest.mark.interpreter
@pytest.mark.skipif("TRITON_INTERPRET" not in os.environ, reason="runs in the process the next test starts")
def test_triton_interpreted(tmp_path_factory: pytest.TempPathFactory) -> None:
    interpreted(tmp_path_factory=tmp_path_factory)


@pytest.mark.interpreter
def test_triton() -> None:
    """The interpreter is chosen before Triton is imported, so it has a process of its own."""
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        __file__,
        "-k",
        "test_triton_interpreted",
    ]
    done = subprocess.run(words, env={**os.environ, "TRITON_INTERPRET": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "1 passed" in done.stdout


def test_every_backend_is_held() -> None:
    assert {backend.name for backend in BACKENDS} == {"torch", "triton"}
