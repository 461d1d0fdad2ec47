"""Running candidates on the local GPU: a check of their results, and the seconds of one run. Imports torch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import exp, log
from types import ModuleType

from patternc.testing.compare import Errors, answer_of, compare, draw, places, with_selection
from patternc.testing.oracle import Answer, Inputs, oracle
from patternc.tuning.search import Candidate, CandidateRunner
from patternc.tuning.subjects import CHECKED_LENGTH, Subject

Clock = Callable[[Callable[[], object]], float]
"""Runs a function and returns its seconds."""
CACHE = 256 << 20
"""Bytes that are written between runs, so that no run finds its inputs in a cache."""
BUSY = 8_000_000, 80_000_000
"""Clock cycles, 4 and 40 ms, for which the GPU waits before a run; 40 if the host takes longer than 4 to submit it."""


@dataclass(slots=True)
class _Runs:
    """The subjects of a kernel on a device: the oracle's answers, what is timed, and the passes of each candidate."""

    several: tuple[Subject, ...]
    kernel: str
    place: str
    clock: Clock
    truths: dict[int, tuple[Inputs, Answer]] = field(default_factory=dict)
    timed: dict[int, Inputs] = field(default_factory=dict)
    ready: dict[tuple[int, Candidate], Callable[[], object]] = field(default_factory=dict)


def device_runs(several: tuple[Subject, ...], kernel: str, runs: int, place: str, clock: Clock) -> CandidateRunner:
    """Return what checks and times the candidates of a kernel, on all subjects.

    Args:
        several: the subjects, all of one element type.
        kernel: the row of the tile table.
        runs: how often each candidate is timed.
        place: the device's name in torch.
        clock: times a call there.
    """
    shared = _Runs(several, kernel, place, clock)
    return CandidateRunner(partial(_gate, shared), partial(_seconds, shared), runs)


def _gate(runs: _Runs, candidate: Candidate) -> str:
    """Return why a candidate's results are wrong, or an empty string."""
    for number, subject in enumerate(runs.several):
        module = subject.module(runs.kernel, candidate)
        if reason := _refused(runs, number, subject, module):
            return f"{subject.pattern.name}: {reason}" if len(runs.several) > 1 else reason
    return ""


def _refused(runs: _Runs, number: int, subject: Subject, module: ModuleType) -> str:
    pattern, shape = subject.pattern, subject.shape(CHECKED_LENGTH, 1)
    drawn = with_selection(module, pattern, shape, draw(shape, subject.dtype, runs.place, 0, pattern))
    inputs, truth = runs.truths.setdefault(number, (drawn, oracle(pattern, shape, drawn)))
    try:
        first, second = (answer_of(module, pattern, shape, inputs) for _ in range(2))
    except subject.tiling.misfits() as error:
        return f"does not fit the device: {error}"
    return judged(first, second, compare(first, truth, shape, subject.dtype, pattern))


def judged(first: Answer, second: Answer, errors: Errors) -> str:
    """Return why two answers to the same call can't be accepted, or an empty string; `errors`: those of the first."""
    import torch

    parts = {name: getattr(errors, name) for name in ("out", "lse", "dq", "dk", "dv", "bias", "sink")}
    worst = max((name for name, error in parts.items() if error is not None), key=lambda name: parts[name])
    if parts[worst] == float("inf"):
        return f"{worst} is not finite"
    if not errors.passed:
        return f"{worst} has a relative error of {parts[worst]:.1e}, accepted is {errors.tolerance:.1e}"
    for name in ("out", "lse", "dq", "dk", "dv"):
        one, other = getattr(first, name), getattr(second, name)
        if one is not None and not torch.equal(one, other):
            return f"{name} differs between two runs of one call"
    return ""


def _seconds(runs: _Runs, candidate: Candidate) -> float:
    """The geometric mean of one run of each subject's pass, so that subjects of all lengths weigh the same."""
    total = 0.0
    for number in range(len(runs.several)):
        if (number, candidate) not in runs.ready:
            runs.ready[number, candidate] = _pass(runs, number, candidate)
            runs.ready[number, candidate]()  # compiles what the length needs
        total += log(runs.clock(runs.ready[number, candidate]))
    return exp(total / len(runs.several))


def _pass(runs: _Runs, number: int, candidate: Candidate) -> Callable[[], object]:
    """The pass that runs the kernel: a forward pass, or a backward pass of one that has run."""
    import torch

    subject = runs.several[number]
    module, shape = subject.module(runs.kernel, candidate), subject.shape(subject.call.n, subject.call.batch)
    if number not in runs.timed:
        drawn = draw(shape, subject.dtype, runs.place, 0, subject.pattern)
        runs.timed[number] = with_selection(module, subject.pattern, shape, drawn)
    inputs = runs.timed[number]
    arguments: Mapping[str, object] = {**places(shape), **inputs.arguments}
    leaves = [one.detach().requires_grad_() for one in (inputs.query, inputs.key, inputs.value)]
    if not runs.kernel.startswith("grad"):

        def forward() -> object:
            with torch.no_grad():
                return module.attention(*leaves, **arguments)

        return forward
    out = module.attention(*leaves, **arguments)
    return lambda: torch.autograd.grad(out, leaves, inputs.grad_out, retain_graph=True)


def cuda_clock(place: str) -> Clock:
    """A clock that times calls by CUDA events, each with a cold cache.

    The GPU is kept busy while the host submits a call: otherwise the time between the events would be the host's, which
    takes longer to submit a short pass than the GPU to run it.
    """
    import torch

    cold = torch.empty(CACHE, dtype=torch.uint8, device=place)

    def clock(run: Callable[[], object]) -> float:
        for cycles in BUSY:
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))  # type: ignore[no-untyped-call]
            cold.zero_()
            torch.cuda._sleep(cycles)  # type: ignore[no-untyped-call]
            start.record()
            run()
            stop.record()
            submitted_first = not start.query()  # type: ignore[no-untyped-call]
            stop.synchronize()
            if submitted_first:
                break
        return float(start.elapsed_time(stop)) / 1e3

    return clock
