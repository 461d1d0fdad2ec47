"""Warnings of plans that take far longer than dense attention: their number is the plan's, and they are rare."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from patternc.cli import run
from patternc.codegen.torch import TORCH
from patternc.diagnostics import Diagnostic
from patternc.driver import analyse, read
from patternc.ir.kernel import Columns
from patternc.prices import MOST
from patternc.schedule import schedule
from patternc.schedule.dense_lowerings import passes
from patternc.schedule.dense_ratio import LOWERINGS
from patternc.source import Source
from patternc.targets import TARGETS

FOLDERS = ("tests/patterns", "patternc/presets", "benchmarks/patterns", "examples")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.pat"))
AVERAGED = "pattern p {{\n    for i in range({}) {{ attend causal - keys(every=16, offset=i) }}\n    combine {}\n}}\n"


def warned(text: str) -> list[Diagnostic]:
    return [one for one in analyse(Source("p.pat", text), {}).warnings if "predicted" in one.message]


def passes_of(text: str) -> float:
    """Of the plan that the torch backend makes, in passes of dense attention with a mask."""
    analysis = analyse(Source("p.pat", text), {})
    kernel = schedule(analysis.meanings[0], analysis.normals[0], TARGETS[0], TORCH.lowerings, TORCH.columns)
    return sum(passes(softmax) for group in kernel.groups for softmax in group.softmaxes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_patterns_that_are_in_use_are_not_warned_of(path: Path) -> None:
    assert not [one for one in analyse(read(path), {}).warnings if "predicted" in one.message]


def test_the_plan_is_that_of_the_torch_backend() -> None:
    assert (TORCH.lowerings, TORCH.columns, TARGETS[0].name) == (LOWERINGS, Columns.CELLS, "cpu")


@pytest.mark.parametrize("combine", ["mean", "sum", "lse(detach)", "lse"])
@pytest.mark.parametrize("branches", [2, 3, 4, 8])
def test_the_number_is_that_of_the_plan(branches: int, combine: str) -> None:
    text = AVERAGED.format(branches, combine)
    found, times = warned(text), passes_of(text)
    assert len(found) == int(times > MOST)
    for one in found:
        assert f"{times:.1f} times as long" in one.message
        shared = passes_of(AVERAGED.format(branches, "lse"))
        assert one.help == f"`combine lse` lets one sweep count all branches: {shared:.1f} times dense attention"


@pytest.mark.parametrize(
    ("mask", "length"),
    [
        ("blocks(1, random(800, seed=1))", 16384),
        ("blocks(1, random(400, seed=1))", 8192),
        ("blocks(1, topk(200))", 4096),
        ("blocks(2, topk(100))", 2048),
        ("blocks(16, topk(100))", None),
        ("blocks(1, random(2000, seed=1))", None),
        ("blocks(1, random(density=0.02, seed=1))", None),
        ("full - blocks(1, random(20, seed=1))", None),
    ],
)
def test_a_count_of_small_blocks_is_warned_of_with_a_length(mask: str, length: int | None) -> None:
    """A count of listed blocks is a larger part of them in a shorter sequence; what is tested costs the same in all."""
    found = warned(f"pattern p {{ attend {mask} }}")
    assert [f"in a sequence of {length}, and more in shorter ones" in one.message for one in found] == (
        [] if length is None else [True]
    )


def test_larger_blocks_are_advised_that_cost_less() -> None:
    (one,) = warned("pattern p { attend blocks(1, random(7000, seed=1)) & window(4000) }")
    assert one.help.startswith("use blocks of 32 or more and correspondingly fewer of them")
    assert not warned("pattern p { attend blocks(32, random(219, seed=1)) & window(4000) }")


@pytest.mark.parametrize(
    "words", [["check"], ["build"], ["build", "--backend", "all"], ["explain"], ["explain", "--query", "0,3"], ["show"]]
)
def test_every_command_says_it_once(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(AVERAGED.format(8, "mean"))
    more = ["-o", str(tmp_path)] if words[0] == "build" else ["-n", "64"] if words[-1] in ("show", "0,3") else []
    assert run([*words, str(path), *more]) == 0
    assert capsys.readouterr().err.count("predicted to take 6.0 times") == 1
