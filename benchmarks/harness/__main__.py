"""Time generated attention modules beside other implementations of the same meaning.

Needs torch (and triton on a GPU; matplotlib for the plot), and nothing of the compiler:

    python benchmarks/harness --suite headline
    python benchmarks/harness --suite gpu --device cuda
    python benchmarks/harness --module longnet_torch.py -n 8192 --heads 4
"""

from __future__ import annotations

import argparse
import importlib.util
import signal
import sys
from dataclasses import replace
from pathlib import Path

from cases import SUITES, Case
from measure import Result, Settings, measure
from report import plot, table, write, write_json

GENERATED = Path(__file__).resolve().parent.parent / "generated"


def main() -> int:
    arguments = _parser().parse_args()
    settings = Settings(arguments.device, arguments.threads, arguments.repeats, arguments.seconds)
    results: list[Result] = []
    for case in _cases(arguments):
        chosen = replace(case, peers=tuple(p for p in case.peers if not arguments.peers or p in arguments.peers))
        print(chosen.name, file=sys.stderr, flush=True)
        found = measure(chosen, _modules(chosen, arguments), settings)
        print(table(found), flush=True)
        results += found
        if arguments.out is not None:  # after each: a run that is stopped keeps what it has
            write_json(arguments.out / "results.json", tuple(results), settings)
    if arguments.out is not None:
        _write(arguments.out, tuple(results), settings)
    return int(any(result.peer.startswith("patternc") and result.status != "ok" for result in results))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benchmarks/harness", description=__doc__.splitlines()[0])
    parser.add_argument("--suite", action="append", choices=SUITES, help="which cases; may be repeated")
    parser.add_argument("--only", nargs="+", metavar="PATTERN", help="of a suite, the cases of these patterns")
    parser.add_argument(
        "--module", action="append", type=Path, help="a generated file, its reference beside it, instead of a suite"
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
    return tuple(case for case in cases if not arguments.only or case.pattern in arguments.only)


def _modules(case: Case, arguments: argparse.Namespace) -> dict[str, Path]:
    """Generated files of a case by backend: torch everywhere, Triton first where there is a GPU."""
    if arguments.module:
        return {path.stem.rpartition("_")[2]: path for path in arguments.module}
    backends = ("triton", "torch") if arguments.device == "cuda" else ("torch",)
    return {backend: GENERATED / f"{case.pattern}_{backend}.py" for backend in backends}


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
