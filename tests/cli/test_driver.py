"""The driver's stages as an observer sees them: how often each runs, and `--timings` and `--emit` show them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from built_modules import module_path
from conftest import ROOT

from patternc import driver
from patternc.cli import run
from patternc.codegen.emit import View
from patternc.codegen.registry import BACKENDS
from patternc.codegen.shell import Called
from patternc.codegen.triton import TRITON
from patternc.codegen.triton.modules import TritonModule
from patternc.driver import analyse, modules, references
from patternc.ir.dump.hosts import dump_host
from patternc.ir.dump.kernels import dump_kernel
from patternc.ir.dump.tiles import dump_tiles
from patternc.ir.host import Host, StartPartials
from patternc.ir.tile import Tiles
from patternc.ir.verify import FaultyStageError
from patternc.source import Source
from patternc.targets import TARGETS, target_named
from patternc.transforms import PASSES

TEXT = "pattern one { attend window(3, 0) }\npattern two { attend causal; attend stride(2); combine lse }\n"
NAMES = [stage.name for stage in PASSES]
SHOWCASE = tuple(sorted((ROOT / "tests" / "patterns").glob("*.pat")))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "made.pat"
    path.write_text(TEXT)
    return path


def test_stages_are_observed_in_order() -> None:
    seen: list[str] = []

    def observe(stage: str, _made: object) -> None:
        seen.append(stage)

    analysis = analyse(Source("made.pat", TEXT), {}, observe)
    assert seen == ["parse", "check", *["lower", *NAMES] * 2, "analysis"]
    seen.clear()
    files = modules(analysis, BACKENDS[0], TARGETS[0], observe)
    assert seen == ["schedule"] * 2 + ["legalize", "shell", "views", "render"] * 2
    assert [file.name for file in files] == ["one_torch.py", "two_torch.py"]
    seen.clear()
    references(analysis, observe)
    assert seen == ["views", "render"] * 2


def counting(name: str, calls: Counter[str]) -> Callable[..., object]:
    run_stage = getattr(driver, name)

    def counted(*arguments: object) -> object:
        calls[name] += 1
        return run_stage(*arguments)

    return counted


def test_a_build_for_all_backends_analyses_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    for name in ("parse", "check", "lower", "audit", "lint"):
        monkeypatch.setattr(driver, name, counting(name, calls))
    assert run(["build", str(file), "--backend", "all", "-o", str(file.parent)]) == 0
    assert calls == {"parse": 1, "check": 1, "lower": 1, "audit": 2, "lint": 2}
    assert len(list(file.parent.glob("*.py"))) == 2 * (len(BACKENDS) + 1)


@pytest.mark.parametrize(
    ("backend", "place", "stage"),
    [
        ("triton", "patternc.codegen.tiles.descriptors.tiles_for", "legalize"),
        ("triton", "patternc.codegen.tiles.host_functions.host", "host"),
        ("torch", "patternc.codegen.torch.legalize.legalize", "legalize"),
    ],
)
def test_a_faulty_stage_is_named(
    backend: str, place: str, stage: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where stages are verified: a program that nothing launches, steps after the results, a missing softmax."""
    words = ["build", str(file), "--backend", backend, "-o", str(file.parent)]
    assert run([*words, "--verify-stages"]) == 0
    module, _, name = place.rpartition(".")
    own = getattr(import_module(module), name)
    monkeypatch.setattr(place, lambda *given: spoiled(own(*given)))
    with pytest.raises(FaultyStageError, match=f"^{stage}: "):
        run([*words, "--verify-stages"])
    assert run(words) == 0


def spoiled(made: Any) -> Any:
    match made:
        case Tiles():
            return replace(made, programs=(*made.programs, replace(made.programs[0], name="_idle")))
        case Host():
            return replace(made, backward=replace(made.backward, body=(*made.backward.body, StartPartials())))
        case _:
            return replace(made, groups=(replace(made.groups[0], softmaxes=0), *made.groups[1:]))


def told(words: list[str], command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says on stderr, by a clock that is read every second: a stage takes a second each time."""
    ticks = count()
    monkeypatch.setattr("patternc.cli.timings.perf_counter", lambda: float(next(ticks)))
    assert run([command, *words]) == 0
    return capsys.readouterr().err


def seconds(table: str) -> dict[str, float]:
    rows = (line.rsplit(maxsplit=3) for line in table.splitlines())
    return {name: float(milliseconds) / 1000 for name, milliseconds, _, _ in rows}


BUILT = "schedule", "legalize", "host", "shell", "views", "render"
ANALYSED = {"parse": 1, "check": 1, "lower": 2, **dict.fromkeys(NAMES, 2), "analysis": 1}


def test_timings_of_a_check(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    table = told([str(file), "--timings"], "check", monkeypatch, capsys)
    assert seconds(table) == {**ANALYSED, "together": sum(ANALYSED.values())}
    assert table.splitlines()[0] == "parse                    1000.0 ms    9.1%"
    assert told([str(file)], "check", monkeypatch, capsys) == ""


def test_timings_of_a_build(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(file), "--timings", "--backend", "all", "-o", str(file.parent)]
    found = seconds(told(words, "build", monkeypatch, capsys))
    built = {f"{stage}, {one.name}": 2 for one in BACKENDS for stage in BUILT if stage != "host" or one.host}
    built |= {f"{stage}, reference": 2 for stage in ("views", "render")}
    assert list(found) == [*ANALYSED, *built, "together"]
    assert found == {**ANALYSED, **built, "together": sum((ANALYSED | built).values())}


def test_timings_of_an_explanation(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {**ANALYSED, "schedule, torch": 2, "legalize, torch": 2}
    table = told([str(file), "--timings"], "explain", monkeypatch, capsys)
    assert seconds(table) == {**shown, "together": sum(shown.values())}
    row = told([str(file), "--timings", "--query", "0,3", "-n", "8"], "explain", monkeypatch, capsys)
    assert seconds(row) == {**ANALYSED, "together": sum(ANALYSED.values())}


@pytest.mark.parametrize(("ir", "stage"), [("mask", NAMES[-1]), ("kernel", "schedule")])
def test_emit_prints_one_ir(ir: str, stage: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(file), "--emit", ir]) == 0
    emitted = capsys.readouterr().out
    assert emitted.startswith("pattern one\n" if ir == "mask" else "kernel one\n")
    assert run(["explain", str(file), "--after", stage]) == 0
    assert capsys.readouterr().out == emitted


def test_the_kernel_that_is_shown_is_the_one_that_is_built(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for backend in BACKENDS:
        target = target_named(backend.targets[0])
        assert target is not None
        kernels = driver.kernels(analyse(Source("made.pat", TEXT), {}), backend, target)
        assert run(["explain", str(file), "--emit", "kernel", "--backend", backend.name]) == 0
        assert capsys.readouterr().out == "\n".join(map(dump_kernel, kernels))


def test_the_tile_ir_that_is_shown_is_the_one_that_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed, shown_host = list[str](), list[str]()

    def keep(stage: str, made: object) -> None:
        if stage == "views":
            assert isinstance(made, View)
            (called, *_, module) = made.data
            assert isinstance(called, Called)
            assert isinstance(module, TritonModule)
            printed.append(dump_tiles(called.header.name, module.tiles))
        if stage == "host":
            assert isinstance(made, Host)
            shown_host.append(dump_host(("one", "two")[len(shown_host)], made))

    target = target_named(TRITON.targets[0])
    assert target is not None
    modules(analyse(Source(file.name, TEXT), {}, targets=()), TRITON, target, keep)
    assert run(["explain", str(file), "--emit", "tile", "--backend", "triton"]) == 0
    assert capsys.readouterr().out == "\n".join(printed)
    assert run(["explain", str(file), "--emit", "host", "--backend", "triton"]) == 0
    assert capsys.readouterr().out == "\n".join(shown_host)
    assert run(["explain", str(file), "--backend", "triton"]) == 0
    shown = capsys.readouterr().out
    assert all(text in shown for text in (*printed, *shown_host))


@pytest.mark.long
@pytest.mark.parametrize("path", SHOWCASE, ids=lambda path: path.stem)
def test_the_launches_that_are_shown_are_those_of_the_file(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By name and in order."""
    assert run(["explain", str(path), "--emit", "host", "--backend", "triton"]) == 0
    shown = re.findall(r"(?m)^ +launch (\w+)\(", capsys.readouterr().out)
    text = module_path("tests", path.stem, "triton").read_text(encoding="utf-8")
    assert shown == re.findall(r"(?m)^ +(_\w+)\[grid\]\(", text)


def test_torch_prints_its_batches(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(file), "--emit", "tile", "--backend", "torch"]) == 0
    assert capsys.readouterr().out.startswith("batches ")


@pytest.mark.parametrize(
    "words",
    [
        ("--emit", "tiles"),
        ("--emit", "mask", "--after", "lower"),
        ("--emit", "mask", "--query", "0,1", "-n", "4"),
    ],
)
def test_what_cannot_be_shown(words: tuple[str, ...], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(file), *words]) == 2
    assert capsys.readouterr().out == ""
