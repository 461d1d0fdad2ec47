"""Time tiles of one's choice on this machine's GPU, where `patternc tune` times those near the best so far.

    PYTHONPATH=. python benchmarks/tile_trials.py --out t.json "packed 128 16384 16 grad_key_value: 64x64x4x2d"

A trial is a pattern of `benchmarks/patterns/`, head size, positions, heads and the row of the tile table whose tile
changes, then tiles: rows x columns x warps x stages, `d` for loads by descriptors, `@168` for a limit of registers. It
needs what patternc needs (lark among it), torch and triton. Kernels are compiled in all cores first; then each tile is
checked against the float64 meaning and timed as `patternc tune` does it, bfloat16, all tiles of a trial in turn. The
file gets a line of JSON for each tile: milliseconds of the whole pass, median and quartiles.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import quantiles

import torch
import triton

from patternc.cli.options import read, tiled_build
from patternc.codegen.backend import Compiled
from patternc.cost.device_time import Call
from patternc.driver import analyse
from patternc.ir.addresses import HeadDims
from patternc.tuning.compiled_launches import compiled
from patternc.tuning.device_runs import cuda_clock, device_runs
from patternc.tuning.search import Candidate
from patternc.tuning.subjects import Subject, subject

PATTERNS = Path(__file__).resolve().parent / "patterns"
TARGET, DTYPE = "sm_90", "bfloat16"


@dataclass(frozen=True, slots=True)
class Trial:
    """Tiles of one row of the tile table, for a pattern and a call."""

    pattern: str
    head_dim: int
    n: int
    heads: int
    kernel: str
    tiles: tuple[Candidate, ...]


def trial_of(text: str) -> Trial:
    """A trial as it is written on the command line."""
    what, _, tiles = text.partition(":")
    pattern, head_dim, n, heads, kernel = what.split()
    return Trial(pattern, int(head_dim), int(n), int(heads), kernel, tuple(map(candidate_of, tiles.split())))


def candidate_of(text: str) -> Candidate:
    """A tile as it is written on the command line, such as 64x32x4x2d@168."""
    found = re.fullmatch(r"(\d+)x(\d+)x(\d+)x(\d+)(d?)(?:@(\d+))?", text)
    if found is None:
        raise ValueError(f"{text!r} is no tile: write rows x columns x warps x stages, such as 64x32x4x2d@168")
    *sizes, described, most = found.groups()
    rows, columns, warps, stages = map(int, sizes)
    return Candidate(rows, columns, warps, stages, int(most or 0), bool(described))


@cache
def subject_of(pattern: str, head_dim: int, n: int, heads: int) -> Subject:
    target = tiled_build(TARGET, None)[1]
    analysis = analyse(read(str(PATTERNS / f"{pattern}.pat")), {}, targets=(target.name,))
    return subject(analysis, 0, target, Call(n, heads, heads, HeadDims.equal(head_dim), 1), DTYPE)


def resources(trial: Trial, tile: Candidate) -> Compiled:
    """Compile the launches of a tile, into Triton's cache too."""
    return compiled((subject_of(trial.pattern, trial.head_dim, trial.n, trial.heads),), trial.kernel, tile)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("trials", nargs="+", type=trial_of, metavar="TRIAL")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="of results, appended")
    parser.add_argument("--runs", type=int, default=12, help="of each tile (default: %(default)s)")
    parser.add_argument("--budget", type=float, default=3600, metavar="SECONDS", help="begin no trial later")
    parser.add_argument("--compile-only", action="store_true", help="time nothing; needs no GPU")
    options = parser.parse_args(argv)
    end = time.monotonic() + options.budget
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        made = [[pool.submit(resources, trial, tile) for tile in trial.tiles] for trial in options.trials]
        found = [[one.result() for one in several] for several in made]
    with options.out.open("a", encoding="utf-8") as file:
        if not options.compile_only:
            file.write(json.dumps({"machine": machine()}) + "\n")
        for trial, several in zip(options.trials, found, strict=True):
            if time.monotonic() > end:
                print("the budget is used up", file=sys.stderr)
                break
            for line in lines(trial, several, 0 if options.compile_only else options.runs):
                file.write(json.dumps(line) + "\n")
                file.flush()
                print(json.dumps(line), flush=True)
    return 0


def lines(trial: Trial, several: Sequence[Compiled], runs: int) -> list[dict[str, object]]:
    """What became of each tile of a trial."""
    one = subject_of(trial.pattern, trial.head_dim, trial.n, trial.heads)
    rejected = {tile: made.fault for tile, made in zip(trial.tiles, several, strict=True)}
    seconds: dict[Candidate, list[float]] = {}
    if runs:
        runner = device_runs((one,), trial.kernel, runs, "cuda", cuda_clock("cuda"))
        for tile in trial.tiles:
            rejected[tile] = rejected[tile] or runner.gate(tile)
        seconds = {tile: [] for tile in trial.tiles if not rejected[tile]}
        for _ in range(runs):
            for tile, times in seconds.items():
                times.append(runner.seconds(tile))
    found = []
    for tile, made in zip(trial.tiles, several, strict=True):
        line: dict[str, object] = {
            **{name: getattr(trial, name) for name in ("pattern", "n", "heads", "head_dim", "kernel")},
            "rows": tile.block_m,
            "columns": tile.block_n,
            **{name: getattr(tile, name) for name in ("warps", "stages", "most_registers", "descriptors")},
            "registers": made.registers,
            "spilled": made.spilled,
        }
        if tile in seconds:
            low, middle, high = quantiles(seconds[tile], n=4)
            line |= {"median": round(1e3 * middle, 4), "low": round(1e3 * low, 4), "high": round(1e3 * high, 4)}
        found.append(line | ({"rejected": rejected[tile]} if rejected[tile] else {}))
    return found


def machine() -> dict[str, str]:
    """What tiles were timed on."""
    query = ["nvidia-smi", "--query-gpu=driver_version,power.limit,clocks.max.sm", "--format=csv,noheader"]
    driver, power, clock = subprocess.run(query, capture_output=True, text=True, check=True).stdout.strip().split(", ")
    versions = {"torch": torch.__version__, "triton": triton.__version__}
    told = {"driver": driver, "power limit": power, "highest clock": clock, "date": time.strftime("%Y-%m-%d")}
    return {"device": torch.cuda.get_device_name(), **told, **versions}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
