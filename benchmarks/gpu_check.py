"""Check Triton or CUDA modules of `tests/patterns/*.pat` on this machine's GPU, against their dense float64 references.

It needs torch and triton, and the modules: `built_modules.py` builds them, or `--cache` has them. CUDA modules are
checked instead with PATTERNC_GPU_BACKEND=cuda in the environment. Checks run in
order of value, in a process for each core; each result is printed and appended to a file at once, and a later run goes
on where one was stopped:

    python benchmarks/gpu_check.py                                # all checks
    python benchmarks/gpu_check.py --budget 540                   # as many as nine minutes hold
    python benchmarks/gpu_check.py --only longnet --only "D=128"  # checks whose names hold both
    python benchmarks/gpu_check.py --cache build/gpu-pack.tar.gz  # with what `make gpu-pack` made
    TRITON_INTERPRET=1 python benchmarks/gpu_check.py --only longnet   # no GPU: short calls in Triton's interpreter
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
import triton
from built_modules import ROOT
from gpu_checks import BACKEND, INTERPRETED, TIERS, Check, Result, checks, groups
from gpu_pack import unpack

RESULTS = ROOT / "build" / "gpu-check" / ("results.jsonl" if BACKEND == "triton" else f"results-{BACKEND}.jsonl")
DONE = "ok", "refused", "launched"
"""What need not be done again by a run that goes on."""
LONGEST, LONGEST_REHEARSED = 150.0, 3000.0
"""Seconds that a check may take before it counts as hanging: compiling its kernels takes 20 at most.

A rehearsal compiles, often on few and busy cores, and runs nothing that could hang.
"""


@dataclass(slots=True)
class Run:
    """What the processes share: groups of checks still to do, results so far, and when to stop."""

    numbers: dict[str, int]
    groups: queue.SimpleQueue[tuple[Check, ...]]
    results: Path
    deadline: float
    options: tuple[str, ...]
    statuses: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, found: Result, errors: str = "") -> None:
        """Print a result and append it to the file, and the errors of one that failed to the file beside it."""
        with self.lock:
            self.statuses[found.status] += 1
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(found)) + "\n")
            if errors:
                with self.results.with_suffix(".log").open("a", encoding="utf-8") as file:
                    file.write(f"== {found.check}: {found.message}\n{errors}\n")
            worst = f"{max(found.errors.values()):.1e}" if found.errors else ""
            print(f"{found.status:8} {found.check:55} {worst:8} {found.seconds:6.1f} s  {found.message}", flush=True)


class Process:
    """A process of `gpu_checks.py`; made anew after whatever may have broken it."""

    def __init__(self, options: tuple[str, ...]) -> None:
        command = [sys.executable, str(Path(__file__).with_name("gpu_checks.py")), *options]
        self.log = TemporaryDirectory()
        errors = (Path(self.log.name) / "stderr").open("w")
        with errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def ask(self, number: int, check: Check, limit: float) -> Result:
        """The result of a check, at the latest after `limit` seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        start = time.monotonic()
        hung = threading.Timer(max(0.0, limit), self.process.kill)
        hung.start()
        try:
            self.process.stdin.write(f"{number}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            hung.cancel()
        if line:
            return Result(**json.loads(line))
        seconds = time.monotonic() - start
        self.process.wait()
        lines = self.errors().strip().splitlines()
        killed = seconds >= limit
        message = (
            f"stopped after {seconds:.0f} s" if killed else f"the process ended: {lines[-1][:300] if lines else ''}"
        )
        return Result(check.name, "stopped" if killed else "failed", message, {}, round(seconds, 2))

    def errors(self) -> str:
        """What it has written to standard error: among it the traceback of a check that failed."""
        return (Path(self.log.name) / "stderr").read_text(errors="replace")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.log.cleanup()


def work(run: Run) -> None:
    """Do groups of checks until none is left or the time is over."""
    process = Process(run.options)
    try:
        while time.monotonic() < run.deadline:
            group = run.groups.get_nowait()
            for check in group:
                left = run.deadline - time.monotonic()
                if left <= 0:
                    return
                longest = LONGEST_REHEARSED if "--rehearse" in run.options else LONGEST
                found = process.ask(run.numbers[check.name], check, min(longest, left))
                if found.status == "stopped" and left <= longest:
                    return  # by the budget: it is left to the next run
                spoiled = found.status in ("failed", "stopped")
                run.add(found, process.errors() if spoiled else "")
                if spoiled:  # an error of a kernel spoils the GPU for its process
                    process.close()
                    process = Process(run.options)
    except queue.Empty:
        pass
    finally:
        process.close()


def earlier(path: Path) -> set[str]:
    """The names of checks that an earlier run has done."""
    if not path.exists():
        return set()
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}"))
    last = {line["check"]: line["status"] for line in lines if "check" in line}
    return {name for name, status in last.items() if status in DONE}


def machine() -> dict[str, str]:
    """What results were taken on."""
    found = {"torch": torch.__version__, "triton": triton.__version__}
    if INTERPRETED:
        return found | {"device": "Triton's interpreter" if BACKEND == "triton" else "emulated threads"}
    query = ["nvidia-smi", "--query-gpu=name,driver_version,power.limit,clocks.max.sm", "--format=csv,noheader"]
    try:
        told = subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip()
    except (FileNotFoundError, subprocess.CalledProcessError):
        told = "unknown"
    return found | {"device": torch.cuda.get_device_name(), "driver, power limit, highest clock": told}


@contextmanager
def unpacked(pack: Path | None) -> Iterator[None]:
    """Let modules and kernels that were made beforehand be found."""
    if pack is None:
        yield
        return
    with TemporaryDirectory() as folder:
        os.environ["TRITON_CACHE_DIR"] = str(unpack(pack, Path(folder)))
        yield


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="checks whose names hold it")
    parser.add_argument("--tiers", type=int, default=TIERS, metavar="N", help="the first N; default: all %(default)s")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="stop then; a later run goes on")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="default: one a core")
    parser.add_argument("--out", type=Path, default=RESULTS, metavar="FILE", help="of results, a line each")
    parser.add_argument("--anew", action="store_true", help="forget the results of earlier runs")
    parser.add_argument("--cache", type=Path, metavar="FILE", help="modules and kernels of `gpu_pack.py`")
    parser.add_argument("--list", action="store_true", help="print the names of the checks, in their order")
    parser.add_argument("--rehearse", action="store_true", help="launch and compare nothing (see pretend_gpu.py)")
    options = parser.parse_args(argv)
    started = time.monotonic()
    every = checks()
    some = (check for check in every if check.tier < options.tiers)
    chosen = tuple(check for check in some if all(text in check.name for text in options.only))
    if options.list:
        print("\n".join(check.name for check in chosen))
        return 0
    if not chosen:
        print(f"no check's name holds {' and '.join(map(repr, options.only))}; --list prints them", file=sys.stderr)
        return 1
    if not INTERPRETED and not torch.cuda.is_available():
        print("no GPU: torch.cuda.is_available() is False here. TRITON_INTERPRET=1 checks short calls", file=sys.stderr)
        return 1
    if options.anew:
        options.out.unlink(missing_ok=True)
    known = earlier(options.out)
    left = groups(tuple(check for check in chosen if check.name not in known))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    facts = machine()
    with options.out.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"machine": facts}) + "\n")
    print(
        f"{sum(map(len, left))} checks of {len(chosen)}, {', '.join(f'{key} {value}' for key, value in facts.items())}"
    )
    waiting: queue.SimpleQueue[tuple[Check, ...]] = queue.SimpleQueue()
    for group in left:
        waiting.put(group)
    numbers = {check.name: number for number, check in enumerate(every)}
    deadline = started + options.budget if options.budget else float("inf")
    run = Run(numbers, waiting, options.out, deadline, ("--rehearse",) if options.rehearse else ())
    with unpacked(options.cache):
        workers = [threading.Thread(target=work, args=(run,)) for _ in range(min(options.processes, len(left)))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    done = sum(run.statuses.values())
    counts = ", ".join(f"{count} {status}" for status, count in run.statuses.most_common()) or "nothing done"
    rest = sum(map(len, left)) - done
    more = f"; {rest} left for a later run" if rest else ""
    print(f"{counts}, {len(known)} done before{more}, in {time.monotonic() - started:.0f} s: {options.out}")
    return int(any(status not in DONE for status in run.statuses))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
