"""Everything that a GPU is lent for, in one command within a budget: check, time, tune, in that order.

    python benchmarks/gpu_all.py --budget 540                            # nine minutes; the next run goes on
    python benchmarks/gpu_all.py --budget 540 --cache build/gpu-pack.tar.gz # with modules and kernels made before

It needs torch and triton, and for tuning what patternc needs too (lark among it). Results are in build/gpu:
check.jsonl, bench/results.json and .md, tiles.json, and table.md, where the times stand beside those of a model
(`modelled.json`, made by `modelled_times.py --json`). A time more than 1.3 times off is marked.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import torch

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "gpu"
MODELLED = ROOT / "benchmarks" / "results" / "modelled.json"
SHARES = {"check": 0.4, "bench": 0.9}
"""At which share of the budget a step ends; what is left is for tuning."""
COMMONEST = "causal", "window_1024", "sinks_1024", "longnet_five", "packed"
PATIENCE = 90
"""Seconds after which a peer that is still compiling is left out."""
GRACE = 45.0
"""Seconds after the budget at which a step is ended that has not ended by itself."""
OFF = 1.3
"""A time that is more times its model, or less than one in so many, is marked."""
PEERS = "patternc-triton", "flex", "flex-tuned", "flash", "cudnn"


@dataclass(frozen=True, slots=True)
class Modelled:
    """Seconds of a case by the model: if instructions hide behind one another, and if nothing hides."""

    hidden: float
    serial: float

    def mark(self, seconds: float) -> str:
        """Whether a time is outside of what the model says, and by how much."""
        if seconds > OFF * self.serial:
            return f"**{seconds / self.serial:.1f} times as long: explain**"
        return f"**{self.hidden / seconds:.1f} times as fast: explain**" if OFF * seconds < self.hidden else ""


def table(results: Sequence[Mapping[str, Any]], model: Mapping[str, Modelled]) -> Iterator[str]:
    """Our times beside those of others and of the model, a line for each case; milliseconds."""
    yield f"| case | {' | '.join(PEERS)} | host | modelled | |"
    yield "|---|" + "--:|" * (len(PEERS) + 2) + "---|"
    for case in dict.fromkeys(one["case"] for one in results):
        rows = {one["peer"]: one for one in results if one["case"] == case}
        times = {peer: median(row["seconds"]) for peer, row in rows.items() if row["seconds"]}
        cells = [f"{1e3 * times[peer]:.3f}" if peer in times else _short(rows.get(peer)) for peer in PEERS]
        ours, predicted = times.get(PEERS[0]), model.get(case)
        host = rows.get(PEERS[0], {}).get("host_s") or ()
        cells.append(f"{1e3 * median(host):.3f}" if host else "")
        cells.append(f"{1e3 * predicted.hidden:.3f} to {1e3 * predicted.serial:.3f}" if predicted else "")
        cells.append(predicted.mark(ours) if predicted and ours else "")
        yield f"| {case} | {' | '.join(cells)} |"


def _short(row: Mapping[str, Any] | None) -> str:
    return "" if row is None else str(row["status"]).split(":")[0]


def modelled() -> dict[str, Modelled]:
    """What the model says, by case."""
    found = json.loads(MODELLED.read_text(encoding="utf-8")) if MODELLED.exists() else {}
    return {case: Modelled(*times) for case, times in found.items()}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--budget", type=float, default=540, metavar="SECONDS", help="default: %(default)s")
    parser.add_argument("--cache", type=Path, metavar="FILE", help="modules and kernels of `gpu_pack.py`")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FOLDER", help="of results; default: build/gpu")
    parser.add_argument("--rehearse", action="store_true", help="without a GPU (see pretend_gpu.py)")
    options = parser.parse_args(argv)
    if not torch.cuda.is_available():
        print("no GPU: torch.cuda.is_available() is False here", file=sys.stderr)
        return 1
    started, budget = time.monotonic(), float(options.budget)

    def left(share: float) -> float:
        return max(1.0, share * budget - (time.monotonic() - started))

    rehearsed = ["--rehearse"] if options.rehearse else []
    cache = ["--cache", str(options.cache)] if options.cache else []
    here, out = Path(__file__).parent, options.out.absolute()
    check = [str(here / "gpu_check.py"), "--out", str(out / "check.jsonl"), *cache]
    check += ["--budget", f"{left(SHARES['check']):.0f}"]
    statuses = [_run("check", [*check, *rehearsed], left(1.0) + GRACE)]
    bench = [str(here / "harness"), "--device", "cuda", "--resume", "--out", str(out / "bench"), "--seconds", "2"]
    bench += ["--patience", str(PATIENCE)]
    bench += ["--budget", f"{left(SHARES['bench']):.0f}"]
    statuses.append(_run("bench", [*bench, *rehearsed], left(1.0) + GRACE))
    results = out / "bench" / "results.json"
    if results.exists():
        lines = table(json.loads(results.read_text(encoding="utf-8"))["results"], modelled())
        (out / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    statuses.append(_tune(left(1.0), out))
    return max(statuses)


def _tune(seconds: float, out: Path) -> int:
    """Tune the commonest patterns while time is left; the tile file grows with each."""
    missing = [name for name in ("lark", "jinja2", "click", "numpy") if find_spec(name) is None]
    if missing:
        print(f"tune: left out, as it compiles patterns, and {', '.join(missing)} is not installed", file=sys.stderr)
        return 0
    end, status = time.monotonic() + seconds, 0
    for name in COMMONEST:
        if time.monotonic() > end:
            print(f"tune: {name} and later ones are left, the budget is used up", file=sys.stderr)
            break
        pattern = ROOT / "benchmarks" / "patterns" / f"{name}.pat"
        words = ["tune", str(pattern), "--device", "cuda", "-o", str(out / "tiles.json")]
        status = max(status, _run(f"tune {name}", ["-m", "patternc", *words], end - time.monotonic()))
    return status


def _run(title: str, words: list[str], seconds: float) -> int:
    """Run a step in processes of their own, which end with it, or all after some seconds; its exit status."""
    print(f"== {title}", flush=True)
    step = subprocess.Popen([sys.executable, *words], cwd=ROOT, start_new_session=True)
    try:
        return step.wait(seconds)
    except subprocess.TimeoutExpired:
        print(f"{title}: ended after {seconds:.0f} s, as the budget is used up", file=sys.stderr)
        return 0
    finally:
        with suppress(ProcessLookupError):
            os.killpg(step.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
