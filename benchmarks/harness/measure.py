"""Time the peers of a case in one run: each in its own process, one repeat of each in turn, correctness first."""

from __future__ import annotations

import json
import math
import os
import pickle
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from types import ModuleType
from typing import Any

import predicates
import torch
from cases import Case
from generated_files import load
from given import Given, given, selected
from meaning import masked, mean_keys, reference
from torch import Tensor
from worker import Specification, inputs

# How far (norm of the difference over norm of the truth) an output or a gradient may be from the float64 meaning.
TOLERANCE = {"float32": 1e-5, "float16": 4e-3, "bfloat16": 2e-2}
BACKENDS = "torch", "triton", "cpp"
JUDGES = 6
"""Threads that compare what peers computed."""
ENVIRONMENT = {**os.environ, "TORCHINDUCTOR_COMPILE_THREADS": "1"}
"""Of the processes of peers: each compiles in itself, as several on one machine have few cores each."""


def other_meaning(case: Case, peer: str) -> bool:
    """Whether a peer is no peer but a yardstick: dense attention, without a mask or causal, of another pattern."""
    return peer == "sdpa" or (peer in ("flash", "cudnn") and case.mask != predicates.Band())


@dataclass(frozen=True)
class Settings:
    """How a run is made. `repeats`: at most; `seconds`: after which a case stops repeating (3 repeats at least).

    `ahead`: how many cases are set up at once, by all cores, before they are timed one after the other; 1 on a CPU,
    where a set-up is timed too. `patience`: seconds of a set-up by all cores, after which a peer is left out.
    `rehearsed`: nothing is compared, on a GPU that is none (`pretend_gpu.py`), and every result says so. `deadline`:
    when a run ends, by `time.monotonic()`; cases that it would cut short have no result.
    """

    device: str
    threads: int
    repeats: int
    seconds: float
    ahead: int = 1
    patience: float = math.inf
    rehearsed: bool = False
    deadline: float = math.inf


@dataclass(frozen=True)
class Result:
    """One peer on one case. `status` is `ok` (`rehearsed` if nothing was compared), or why there are no times.

    `seconds`: of calls, on a GPU those that it took itself. `host_s`: on a GPU, those of the host to submit a call.
    """

    case: str
    pattern: str
    n: int
    batch: int
    heads: int
    head_dim: int
    dtype: str
    backward: bool
    peer: str
    status: str
    error: float | None = None
    seconds: tuple[float, ...] = ()
    setup_s: float | None = None
    first_call_s: float | None = None
    setup_peak_bytes: int | None = None
    peak_bytes: int | None = None
    useful_flops: float | None = None
    host_s: tuple[float, ...] = ()

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        first, _, third = quantiles(self.seconds, n=4, method="inclusive")
        return first, third


class _Worker:
    """A process that holds one peer, ready to be timed."""

    def __init__(self, case: Case, peer: str, module: Path, rows: list[int], settings: Settings) -> None:
        self.peer = peer
        self.folder = tempfile.TemporaryDirectory()
        self.result = Path(self.folder.name) / "result.pt"
        specification = Specification(
            case=case,
            peer="patternc" if peer.removeprefix("patternc-") in BACKENDS else peer,
            module=module,
            rows=rows,
            device=settings.device,
            threads=settings.threads,
            result=self.result,
        )
        told = Path(self.folder.name) / "specification"
        told.write_bytes(pickle.dumps(specification))
        command = [sys.executable, str(Path(__file__).with_name("worker.py")), str(told)]
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 -- closed by `close`
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=ENVIRONMENT
        )

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What it said when it was ready; waits for that."""
        return self.read()

    def wait(self, seconds: float) -> None:
        """Wait until it is ready, or end it after some seconds; its status says so then."""
        assert self.process.stdout is not None
        limit = None if seconds == math.inf else max(0.0, seconds)
        if not select.select([self.process.stdout], [], [], limit)[0]:
            self.process.kill()
            self.facts = {"status": "failed: not set up in time"}
        _ = self.facts

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.process.wait()
        self.errors.seek(0)
        lines = self.errors.read().strip().splitlines() or [f"ended with code {self.process.returncode}"]
        return {"status": f"failed: {lines[-1][:200]}"}

    def run(self) -> dict[str, Any]:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("run\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it ended: `read` says how
        return self.read()

    def close(self) -> None:
        if self.errors.closed:
            return
        self.process.kill()
        self.process.communicate()
        self.errors.close()
        self.folder.cleanup()


def measure(case: Case, modules: dict[str, Path], settings: Settings) -> tuple[Result, ...]:
    """Time the peers of a case.

    `modules`: generated files by backend name; each is a peer `patternc-<backend>`.
    """
    ((_, found),) = measure_all([(case, modules)], settings)
    return found


def measure_all(
    cases: Iterable[tuple[Case, dict[str, Path]]], settings: Settings
) -> Iterator[tuple[Case, tuple[Result, ...]]]:
    """Time the peers of cases, each as `measure` does, until the deadline."""
    left = iter(cases)
    while some := tuple(islice(left, settings.ahead)):
        with ExitStack() as stack:
            begun = [_Begun(*one, settings, stack) for one in some]
            if settings.deadline < math.inf:
                stack.enter_context(_ending([worker for one in begun for worker in one.workers], settings.deadline))
            if settings.ahead > 1:
                _judge_ahead(begun, settings)
            for one in begun:
                try:
                    found = one.timed()
                except EndedError:
                    if time.monotonic() < settings.deadline:
                        raise
                if time.monotonic() >= settings.deadline:
                    return
                yield one.case, found


def _judge_ahead(begun: list[_Begun], settings: Settings) -> None:
    """Judge the peers of all cases before any is timed: what compiles, calls or compares would slow that down.

    A truth takes the GPU a second, a comparison of gradients in float64 the host another: the former are computed while
    peers are set up, the latter by several threads.
    """
    started = time.monotonic()
    for one in begun:
        _ = one.truth
    torch.cuda.empty_cache()
    _wait_for([worker for one in begun for worker in one.workers], started, settings.patience)
    with ThreadPoolExecutor(JUDGES) as pool:
        list(pool.map(lambda one: one.judged, begun))


def _wait_for(workers: list[_Worker], started: float, patience: float) -> None:
    """Wait until all are set up, or end those that are not some seconds after the start."""
    for worker in workers:
        worker.wait(patience - (time.monotonic() - started))
        status, seconds = worker.facts["status"], time.monotonic() - started
        print(f"  {worker.peer}: {status} after {seconds:.0f} s", file=sys.stderr, flush=True)


class EndedError(Exception):
    """A process ended while it was timed."""


@contextmanager
def _ending(workers: list[_Worker], deadline: float) -> Iterator[None]:
    """End the processes at a time, whatever they are doing."""

    def end() -> None:
        for worker in workers:
            worker.process.kill()

    timer = threading.Timer(max(0.0, deadline - time.monotonic()), end)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Begun:
    """A case whose peers are being set up in processes of their own."""

    def __init__(self, case: Case, modules: dict[str, Path], settings: Settings, stack: ExitStack) -> None:
        self.settings = settings
        self.rows = _rows(case)
        self.module = next(iter(modules.values()))
        self.seen: predicates.Admits | None = None
        if case.mask is not None:
            query, key, *_ = inputs(case, settings.device, self.rows)
            self.seen = predicates.admits(case.mask, load(self.module), case.heads, query, key)
            case = replace(case, mean_keys=predicates.mean_keys(case.mask, self.seen, query, case.n))
        self.case = case
        self.peers = [*(f"patternc-{name}" for name in modules), *(peer for peer in case.peers if peer != "patternc")]
        self.workers = []
        for peer in self.peers:
            module = modules.get(peer.removeprefix("patternc-"), self.module)
            worker = _Worker(case, peer, module, self.rows, settings)
            stack.callback(worker.close)
            self.workers.append(worker)
            if settings.ahead == 1:
                _ = worker.facts  # one after the other: their set-up is timed

    @cached_property
    def truth(self) -> list[Tensor] | None:
        """What the peers must compute; None where nothing is compared."""
        given = self.case, self.module, self.seen, self.rows, self.settings
        return None if self.settings.rehearsed else _truth(*given)

    @cached_property
    def judged(self) -> dict[str, Result]:
        """What the peers computed, right or wrong, without times; waits until they are set up."""
        found = {worker.peer: _judge(self.case, worker, self.truth) for worker in self.workers}
        vars(self).pop("truth", None)  # of gigabytes
        return found

    def timed(self) -> tuple[Result, ...]:
        """Judge what the peers computed, and time those that are right."""
        found = self.judged
        ready = [worker for worker in self.workers if found[worker.peer].status in ("ok", "rehearsed")]
        for peer, (seconds, host) in _interleaved(ready, self.settings).items():
            found[peer] = replace(found[peer], seconds=tuple(seconds), host_s=tuple(host))
        for worker in self.workers:
            worker.close()
        return tuple(found[peer] for peer in self.peers)


def _interleaved(workers: list[_Worker], settings: Settings) -> dict[str, tuple[list[float], list[float]]]:
    """Seconds of calls, and of the host, one repeat of each in turn, so that what disturbs one disturbs all."""
    times: dict[str, tuple[list[float], list[float]]] = {worker.peer: ([], []) for worker in workers}
    started = time.perf_counter()
    for repeat in range(settings.repeats):
        if repeat >= 3 and time.perf_counter() - started > settings.seconds:
            break
        for worker in workers:
            answer = worker.run()
            if "seconds" not in answer:
                raise EndedError(f"{worker.peer} ended while it was timed: {answer['status']}")
            times[worker.peer][0].extend(answer["seconds"])
            times[worker.peer][1].extend(answer["host"])
            time.sleep(0.02)  # lets the threads of the last one go to sleep
    return times


def _rows(case: Case) -> list[int]:
    """Query rows that are held against the meaning: all of a short sequence, eight runs of a long one.

    Each run begins at a multiple of the case's unit, and ends at one or at the end.
    """
    if case.queries is not None:
        return list(range(case.queries))
    if case.n <= 1024:
        return list(range(case.n))
    run = 64 if case.n <= 16384 else 16 if case.n <= 1 << 17 else 4
    starts = [i * (case.n - run) // 7 for i in range(8)]
    rows = (row for start in starts for row in _whole(start, start + run, case))
    return list(dict.fromkeys(rows))  # runs of a large unit may overlap


def _whole(start: int, stop: int, case: Case) -> range:
    return range(start // case.unit * case.unit, min(-(-stop // case.unit) * case.unit, case.n))


def _truth(
    case: Case, module: Path, seen: predicates.Admits | None, rows: list[int], settings: Settings
) -> list[Tensor]:
    """The output rows in float64, and the gradients of query rows, key, value and tables that they cause."""
    query, key, value, grad_out = inputs(case, settings.device, rows)
    taken = given(case, settings.device)
    meaning = partial(masked, case, seen) if seen else _meaning(case, load(module), taken, query, key)
    leaves = [x.double().requires_grad_(case.backward) for x in (query, key, value)]
    leaves += taken.learn() if case.backward else ()
    sums = [torch.zeros_like(leaf, dtype=torch.float64) for leaf in leaves] if case.backward else []
    outs = []
    for first, stop in _runs(rows, max(1, 128 // case.unit) * case.unit):
        out = meaning(leaves[0][:, :, first:stop], leaves[1], leaves[2], case.first + first)
        outs.append(out.detach())
        if case.backward:
            flow = grad_out[:, :, first:stop].double()
            for total, part in zip(sums, torch.autograd.grad(out, leaves, flow), strict=True):
                total += part
    gradients = [sums[0][:, :, rows], *sums[1:]] if case.backward else []
    return [tensor.cpu() for tensor in (torch.cat(outs, 2), *gradients)]


def _meaning(case: Case, module: ModuleType, taken: Given, query: Tensor, key: Tensor) -> Callable[..., Tensor]:
    """(rows of query, key, value, the first row's position) -> those rows of the output, in float64."""
    chosen = selected(module, query, key, taken.call)
    if chosen is None:
        return partial(reference, case, module, taken.call)

    def of_rows(query: Tensor, key: Tensor, value: Tensor, first: int) -> Tensor:
        end = first + query.shape[2]
        selection = chosen[:, :, first // case.unit : -(-end // case.unit)]
        return reference(case, module, {**taken.call, "selection": selection}, query, key, value, first)

    return of_rows


def _runs(rows: list[int], most: int) -> Iterator[tuple[int, int]]:
    """Stretches of at most `most` neighbouring rows."""
    start = rows[0]
    for row, following in zip(rows, [*rows[1:], -1], strict=True):
        if following != row + 1 or row + 1 - start == most:
            yield start, row + 1
            start = following


def _judge(case: Case, worker: _Worker, truth: list[Tensor] | None) -> Result:
    """A peer's result without times: right or wrong, and what it took to get there.

    `truth`: None where nothing is to be compared.
    """
    settings = {
        name: getattr(case, name) for name in ("pattern", "n", "batch", "heads", "head_dim", "dtype", "backward")
    }
    facts = worker.facts
    status = str(facts["status"])
    if status != "ready":
        return Result(case=case.name, peer=worker.peer, status=status, **settings)
    error = None
    if truth is not None and not other_meaning(case, worker.peer):
        given = torch.load(worker.result)
        error = max(_relative(tensor, right) for tensor, right in zip(given, truth, strict=True))
    right = error is None or error <= TOLERANCE[case.dtype]
    good = "ok" if truth is not None else "rehearsed"
    return Result(
        case=case.name,
        peer=worker.peer,
        status=good if right else f"differs from the meaning: relative error {error:.1e}",
        error=error,
        setup_s=float(facts["setup_s"]),
        first_call_s=float(facts["first_call_s"]),
        setup_peak_bytes=int(facts["setup_peak"]),
        peak_bytes=int(facts["peak"]),
        useful_flops=_useful_flops(case, worker.peer),
        **settings,
    )


def _relative(given: Tensor, right: Tensor) -> float:
    error = float((given.double() - right).norm() / right.norm())
    return error if error == error else float("inf")


def _useful_flops(case: Case, peer: str) -> float | None:
    """4 D H n S of a forward pass, S the mean number of keys a row; 3.5 times that with the gradients."""
    if other_meaning(case, peer):
        keys = case.n / 2 if peer in ("flash", "cudnn") and case.queries is None else float(case.n)
    elif case.segments is not None:
        keys = mean_keys(case.segments, case.heads, case.n)
    elif case.mean_keys is not None:
        keys = case.mean_keys
    else:
        return None
    rows = case.heads * case.batch * (case.queries or case.n)
    return 4.0 * case.head_dim * rows * keys * (3.5 if case.backward else 1.0)
