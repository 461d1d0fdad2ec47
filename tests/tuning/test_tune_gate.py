"""The gate of candidates, with kernels in Triton's interpreter: right ones pass, and every planted fault is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch
from conftest import ROOT
from torch import Tensor

from patternc.cost.device_time import Call
from patternc.driver import analyse, read
from patternc.ir.addresses import HeadDims
from patternc.targets import target_named
from patternc.tuning import device_runs
from patternc.tuning.search import Candidate
from patternc.tuning.subjects import Subject, subject

TILE = Candidate(32, 16, 4, 1)
PLACE = "cpu"


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Subject:
    monkeypatch.setattr(device_runs, "CHECKED_LENGTH", 33)
    target = target_named("sm_90")
    assert target is not None
    analysis = analyse(read(ROOT / "tests" / "patterns" / "sliding_window.pat"), {}, targets=())
    return subject(analysis, 0, target, Call(32, 2, 2, HeadDims.equal(16)), "float32")


def clock(run: Callable[[], object]) -> float:
    run()
    return 1.0


@pytest.mark.interpreter
@pytest.mark.parametrize("kernel", ["forward", "grad_key_value"])
def test_right_results_pass_and_are_timed(kernel: str, window: Subject) -> None:
    module = window.module(kernel, TILE)
    assert module._TILES[kernel, 4][0] == (16, 32, 16, 4, 1)
    ticks = count(1)

    def ticking(run: Callable[[], object]) -> float:
        run()
        return float(next(ticks))

    device = device_runs.device_runs((window,), kernel, 3, PLACE, ticking)
    assert device.gate(TILE) == ""
    assert [device.seconds(TILE) for _ in range(2)] == [1.0, 2.0]
    assert device.runs == 3


def test_seconds_are_the_geometric_mean_of_all_patterns(window: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_runs, "_pass", lambda *_: lambda: None)
    ticks = iter((2.0, 8.0))
    device = device_runs.device_runs((window, window), "forward", 3, PLACE, lambda _: next(ticks))
    assert device.seconds(TILE) == pytest.approx(4.0)


def altered(module: ModuleType, change: Callable[[Tensor], Tensor]) -> Any:
    """The module with another output."""

    def attention(*tensors: Tensor, **given: Any) -> tuple[Tensor, Tensor]:
        out, lse = module.attention(*tensors, **given)
        return change(out), lse

    return SimpleNamespace(attention=attention)


def _turns() -> Iterator[float]:
    """A factor that is another one at the second call, within the tolerance."""
    yield 1.0
    yield 1.0 + 2.0**-22


def _faults() -> dict[str, tuple[Callable[[Tensor], Tensor], str]]:
    turns = _turns()
    return {
        "wrong": (lambda out: out * 1.001, "has a relative error of 1.0e-03, accepted is "),
        "NaN": (lambda out: torch.where(out == out.max(), torch.nan, out), "is not finite"),
        "infinite": (lambda out: torch.where(out == out.max(), torch.inf, out), "is not finite"),
        "another each time": (lambda out: out * next(turns), "out differs between two runs of one call"),
    }


@pytest.mark.interpreter
@pytest.mark.parametrize("name", _faults())
def test_a_planted_fault_is_refused(name: str, window: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    change, reason = _faults()[name]
    module = altered(window.module("forward", TILE), change)
    monkeypatch.setattr(Subject, "module", lambda *_: module)
    assert reason in device_runs.device_runs((window,), "forward", 3, PLACE, clock).gate(TILE)


@pytest.mark.interpreter
def test_a_gradient_that_differs_is_refused(window: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not repeatable is a gradient, as where kernels add atomically."""
    module, turns = window.module("forward", TILE), _turns()
    attention = module.attention

    def unsteady(query: Tensor, key: Tensor, value: Tensor, **given: Any) -> Any:
        factor = next(turns)
        value.register_hook(lambda grad: grad * factor)  # type: ignore[no-untyped-call]
        return attention(query, key, value, **given)

    monkeypatch.setattr(Subject, "module", lambda *_: SimpleNamespace(attention=unsteady))
    assert device_runs.device_runs((window,), "forward", 3, PLACE, clock).gate(TILE) == (
        "dv differs between two runs of one call"
    )


@pytest.mark.interpreter
def test_a_tile_that_does_not_fit_the_device_is_refused(window: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    from triton.runtime.errors import OutOfResources

    def attention(*_: object, **__: object) -> None:
        raise OutOfResources(262144, 232448, "shared memory")

    monkeypatch.setattr(Subject, "module", lambda *_: SimpleNamespace(attention=attention))
    reason = device_runs.device_runs((window,), "forward", 3, PLACE, clock).gate(TILE)
    assert reason.startswith("does not fit the device: ")
    assert "262144" in reason


def test_the_calls_that_are_checked_are_odd(window: Subject) -> None:
    from patternc.tuning.subjects import CHECKED_LENGTH

    assert CHECKED_LENGTH % 2 == 1
    assert window.shape(CHECKED_LENGTH, 1).queries == CHECKED_LENGTH


@pytest.mark.parametrize("late", [0, 1, 2])
def test_the_clock_times_the_run_alone(monkeypatch: pytest.MonkeyPatch, late: int) -> None:
    """Caches are cleared before the first event, which comes once the host has submitted all; `late`: it hasn't."""
    steps: list[str] = []
    reached = iter([True] * late + [False] * 2)

    class Event:
        def __init__(self, *, enable_timing: bool) -> None:
            assert enable_timing

        def record(self) -> None:
            steps.append("event")

        def query(self) -> bool:
            return next(reached)

        def synchronize(self) -> None:
            steps.append("wait")

        def elapsed_time(self, _other: Event) -> float:
            return 250.0  # milliseconds

    monkeypatch.setattr(torch.cuda, "Event", Event)
    monkeypatch.setattr(torch.cuda, "_sleep", lambda cycles: steps.append(f"busy {cycles}"))
    monkeypatch.setattr(device_runs, "CACHE", 16)
    monkeypatch.setattr(Tensor, "zero_", lambda _: steps.append("clear"))
    assert device_runs.cuda_clock(PLACE)(lambda: steps.append("run")) == 0.25
    once = ["event", "run", "event", "wait"]
    turns = [["clear", f"busy {cycles}", *once] for cycles in device_runs.BUSY[: late + 1]]
    assert steps == [step for turn in turns for step in turn]
