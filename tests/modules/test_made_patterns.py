"""Patterns nobody thought of: made files, compiled, run forward and backward, and held against the meaning."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from made_modules import MADE, accepted, hold, unknown_names
from pattern_texts import IN_PARTS, calls, files, head_groups
from pattern_texts_whole import adaptive, gated_files, grids, whole_files
from torch_cases import SIZES_OF_PARTS

from patternc.analysis.calls import Shape
from patternc.api import backend_named
from patternc.codegen.registry import BACKENDS
from patternc.driver import modules
from patternc.targets import target_named

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in exp2")  # of pairs far away, before the mask
TORCH_EXAMPLES, TRITON_EXAMPLES, CPP_EXAMPLES, CUDA_EXAMPLES = 500, 60, 100, 60
WHOLE_EXAMPLES, GRID_EXAMPLES, ADAPTIVE_EXAMPLES, GATED_EXAMPLES = 340, 100, 60, 40
PARTS = 10
"""Of the tests that compile C++, of which a run of CI takes one."""
QUICK = 20
"""The share of torch's examples that are run where the slow tests are not: `test_batches` holds their loops besides."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made")


@settings(MADE, max_examples=TORCH_EXAMPLES // QUICK)
@given(text=files(), shape=calls(90))
def test_torch(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@settings(MADE, max_examples=TORCH_EXAMPLES // QUICK)
@given(text=files(), shape=calls(90))
def test_torch_in_small_parts(text: str, shape: Shape, folder: Path) -> None:
    """Blocks of rows, and several calls for each tile, at the lengths of tests."""
    hold(text, shape, backend_named("torch"), folder, (*SIZES_OF_PARTS, ("GATHERED", 64)))


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


@pytest.mark.long
@settings(MADE, max_examples=GATED_EXAMPLES)
@given(text=gated_files(), shape=calls(90, sizes=IN_PARTS))
def test_gates(text: str, shape: Shape, folder: Path) -> None:
    hold(text, shape, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=GATED_EXAMPLES // 4)
@given(text=gated_files(), shape=calls(50, sizes=IN_PARTS))
@pytest.mark.parametrize("backend", [pytest.param("triton", marks=pytest.mark.interpreter), "cpp", "cuda"])
def test_compiled_gates(backend: str, text: str, shape: Shape, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATTERNC_EMULATE", "1")
        hold(text, shape, backend_named(backend), folder)


@settings(MADE, max_examples=20)
@given(text=whole_files())
@pytest.mark.parametrize("backend", ["torch", "triton"])
def test_names_are_defined(backend: str, text: str) -> None:
    """What no call of a test reaches too."""
    chosen = target_named(backend_named(backend).targets[0])
    assert chosen is not None
    for file in modules(accepted(text), backend_named(backend), chosen):
        assert not unknown_names(file.text), text


@settings(MADE, max_examples=GRID_EXAMPLES // QUICK)
@given(made=grids(pairs=True))
def test_grids(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=GRID_EXAMPLES)
@given(made=grids(pairs=True))
def test_grids_at_length(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@settings(MADE, max_examples=ADAPTIVE_EXAMPLES // QUICK)
@given(made=adaptive(pairs=True))
def test_adaptive(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("torch"), folder)


@pytest.mark.slow
@settings(MADE, max_examples=ADAPTIVE_EXAMPLES)
@given(made=adaptive(pairs=True))
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
@given(made=grids(pairs=True))
def test_interpreted_grids(made: tuple[str, Shape], folder: Path) -> None:
    hold(*made, backend_named("triton"), folder)


@pytest.mark.slow
@pytest.mark.interpreter
@settings(MADE, max_examples=TRITON_EXAMPLES // 2)
@given(made=adaptive(pairs=True))
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


def whole_groups_and_grids() -> st.SearchStrategy[tuple[str, Shape]]:
    """Whole files, head groups, and patterns of grids and of chosen blocks."""
    whole = st.tuples(st.one_of(whole_files(), head_groups()), calls(90, IN_GROUPS, IN_PARTS))
    return st.one_of(whole, grids(pairs=True), adaptive(pairs=True))


def hold_part(part: int, examples: int, backend: str, folder: Path) -> None:
    """Hold the examples of one part of a test. Each is compiled for seconds."""

    @seed(part)
    @settings(MADE, max_examples=examples)
    @given(made=whole_groups_and_grids())
    def held(made: tuple[str, Shape]) -> None:
        hold(*made, backend_named(backend), folder)

    held()


in_parts = pytest.mark.parametrize("part", range(PARTS))


@pytest.mark.long
@pytest.mark.parted
@in_parts
def test_compiled(part: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the optimizations of users' programs, which they have to bear."""
    monkeypatch.delenv("PATTERNC_CXXFLAGS")
    hold_part(part, CPP_EXAMPLES // PARTS, "cpp", folder)


@pytest.mark.long
@pytest.mark.parted
@in_parts
def test_emulated(part: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules whose kernels run in the emulator of GPU threads."""
    monkeypatch.setenv("PATTERNC_EMULATE", "1")
    hold_part(part, CUDA_EXAMPLES // PARTS, "cuda", folder)


def test_every_backend_is_held() -> None:
    assert {backend.name for backend in BACKENDS} == {"torch", "triton", "cpp", "cuda"}
