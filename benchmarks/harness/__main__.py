"""Time generated attention modules beside other implementations of the same meaning.

Needs torch (and triton on a GPU; matplotlib for the plot), and the compiler only for suites that are not built yet:

    python benchmarks/harness --suite headline
    python benchmarks/harness --suite gpu --device cuda
    python benchmarks/harness --module longnet_torch.py -n 8192 --heads 4
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch
from cases import SUITES, Case, shorter
from measure import BACKENDS, Result, Settings, measure_all
from report import plot, table, write, write_json

GOOD = "ok", "rehearsed", "not applicable: a graph of one forward pass on a GPU"
"""What is no failure of ours."""


def main() -> int:
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.module and arguments.backend:
        parser.error("--backend chooses the files of a suite; those of --module say their own: leave one of both out")
    started = time.monotonic()
    if arguments.device == "cuda" and not torch.cuda.is_available():
        print("no GPU: torch.cuda.is_available() is False here; leave out --device cuda", file=sys.stderr)
        return 1
    ahead = arguments.ahead if arguments.device == "cuda" else 1
    limits = arguments.threads, arguments.repeats, arguments.seconds
    deadline = started + arguments.budget if arguments.budget else math.inf
    settings = Settings(arguments.device, *limits, ahead, arguments.patience, arguments.rehearse, deadline)
    cases, results = _cases(arguments), _earlier(arguments)
    known = {result.case for result in results}
    left = [case for case in cases if case.name not in known]
    measured = measure_all(
        ((case, _modules(case, arguments)) for case in _in_time(left, deadline, arguments)), settings
    )
    for _, found in measured:
        print(table(found), flush=True)
        results += found
        if arguments.out is not None:  # after each: a run that is stopped keeps what it has
            write_json(arguments.out / "results.json", tuple(results), settings)
    if arguments.out is not None:
        _write(arguments.out, tuple(results), settings)
    rest = len(cases) - len({result.case for result in results})
    if rest:
        print(f"{rest} of {len(cases)} cases left: the budget is used up; --resume goes on with them", file=sys.stderr)
    return int(any(result.peer.startswith("patternc") and result.status not in GOOD for result in results))


def _in_time(cases: list[Case], deadline: float, arguments: argparse.Namespace) -> Iterator[Case]:
    """The cases that begin within the budget."""
    for case in cases:
        if time.monotonic() >= deadline:
            return
        print(case.name, file=sys.stderr, flush=True)
        peers = tuple(peer for peer in case.peers if not arguments.peers or peer in arguments.peers)
        yield replace(shorter(case, 1024) if arguments.rehearse else case, peers=peers)


def _earlier(arguments: argparse.Namespace) -> list[Result]:
    """Results of the run that this one goes on with."""
    path = None if arguments.out is None else arguments.out / "results.json"
    if not arguments.resume or path is None or not path.exists():
        return []
    kept = [Result(**{**one, "seconds": tuple(one["seconds"])}) for one in json.loads(path.read_text())["results"]]
    return [replace(one, host_s=tuple(one.host_s)) for one in kept]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks/harness", description=__doc__.splitlines()[0])
    parser.add_argument("--suite", action="append", choices=SUITES, help="which cases; may be repeated")
    parser.add_argument("--only", nargs="+", metavar="PATTERN", help="of a suite, the cases of these patterns")
    parser.add_argument(
        "--module", action="append", type=Path, help="a generated file, its reference beside it, instead of a suite"
    )
    parser.add_argument(
        "--backend", action="append", choices=BACKENDS, help="may be repeated (default: torch, on a GPU triton)"
    )
    parser.add_argument("-n", type=int, default=8192, help="length, with --module (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--kv-heads", type=int)
    parser.add_argument("--head-dim", type=int, default=64)
    parser.add_argument("--dtype", default="float32", choices=("float32", "float16", "bfloat16"))
    parser.add_argument("--backward", action="store_true", help="with the gradients, with --module")
    parser.add_argument("--mean-keys", type=float, help="mean keys a row, for the useful FLOP rate, with --module")
    parser.add_argument("--given", help="a file of further arguments (see given.py), with --module")
    parser.add_argument("--unit", type=int, default=1, help="the block of its `topk`, with --module")
    parser.add_argument("--peers", nargs="+", help="only these (patternc itself always runs)")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=15, help="at most (default: %(default)s)")
    parser.add_argument("--lengths", nargs="+", type=int, metavar="N", help="of a suite, the cases of these lengths")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="end then; a later run goes on")
    parser.add_argument("--resume", action="store_true", help="keep the results in --out, and do what is missing")
    parser.add_argument("--ahead", type=int, default=4, help="on a GPU, cases set up at once (default: %(default)s)")
    parser.add_argument(
        "--patience", type=float, default=math.inf, metavar="SECONDS", help="on a GPU, leave out peers not set up then"
    )
    parser.add_argument("--rehearse", action="store_true", help="short, comparing nothing (see pretend_gpu.py)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of repeats a case (default: %(default)s)")
    parser.add_argument("--out", type=Path, help="folder for results.json, results.md and results.svg")
    return parser


def _cases(arguments: argparse.Namespace) -> tuple[Case, ...]:
    if arguments.module:
        names = ("n", "batch", "heads", "kv_heads", "head_dim", "dtype", "backward", "mean_keys", "given", "unit")
        fields = {name: getattr(arguments, name) for name in names}
        pattern = arguments.module[0].stem.rpartition("_")[0]
        return (Case(pattern, peers=("patternc", "flex", "sdpa-mask", "sdpa"), **fields),)
    suites = arguments.suite or (["gpu"] if arguments.device == "cuda" else ["headline", "growth", "reports"])
    cases = (case for suite in suites for case in SUITES[suite]())
    some = (case for case in cases if not arguments.only or case.pattern in arguments.only)
    return tuple(case for case in some if not arguments.lengths or case.n in arguments.lengths)


def _modules(case: Case, arguments: argparse.Namespace) -> dict[str, Path]:
    """Generated files of a case by backend."""
    if arguments.module:
        return {path.stem.rpartition("_")[2]: path for path in arguments.module}
    backends = arguments.backend or ["triton" if arguments.device == "cuda" else "torch"]
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    from built_modules import module_path  # here: an installed harness has no suites, and is told its modules

    return {backend: module_path("benchmarks", case.pattern, backend) for backend in backends}


def _write(folder: Path, results: tuple[Result, ...], settings: Settings) -> None:
    write_json(folder / "results.json", results, settings)
    write(folder / "results.md", table(results).encode())
    if importlib.util.find_spec("matplotlib") is None:
        print("matplotlib is not installed: no plot", file=sys.stderr)
    else:
        plot(folder / "results.svg", results)
    print(f"written to {folder}", file=sys.stderr)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupted run ends without a traceback
    sys.exit(main())
