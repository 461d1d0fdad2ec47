"""Compile every Triton kernel of generated modules for every GPU target, ahead of time: no GPU is needed or used.

Launches are recorded while `_forward` and `_backward` of a module run on meta tensors; each distinct kernel is then
compiled as Triton would compile it at that launch. The table says what came out, and `findings` what must not:
register spills in loops, more shared memory than the device has, 16-bit kernels without tensor cores, narrow loads,
weights or products computed more than once.

    python benchmarks/aot.py                       # tests/patterns/*.pat, every target, bf16 at head_dim 64
    python benchmarks/aot.py longnet --target sm_90 --dtype bfloat16 --head-dim 128
    python benchmarks/aot.py --table --diff        # what differs from benchmarks/results/aot.json; fails if it is worse
    python benchmarks/aot.py --table --save        # write that file, and aot.md beside it
    python benchmarks/aot.py --diff before.json --saved after.json   # compare two tables, and compile nothing

What a kernel compiles to depends on the version of Triton, so rows are compared with those of the same one;
`make aot-versions` compiles with the oldest that modules take and with the newest.

Columns: tile is rows x columns x warps x stages, and d for loads by tensor descriptors; ctas, programs that a
multiprocessor holds; exp2 and work, what an iteration computes over what its pairs take; wait, loads under way where an
iteration waits for some (-1: none is asynchronous; 0: it waits for all); mma and 16B, instructions of the kernel; less,
smaller loads of an iteration; int and inst, integer and all instructions of an iteration that tests no pairs; pair,
all of them for each pair of a query and a key.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ.pop("TRITON_INTERPRET", None)

import triton
from emitted import Emitted, emitted
from figure_tables import HEADER, Row, differences, line, regressions, worst, write
from recorded_launches import TRITON, Case, launches, target_of

ROOT = Path(__file__).resolve().parent.parent
DTYPES = ("bfloat16", "float16", "float32")
TABLE = ROOT / "benchmarks" / "results" / "aot.json"
TABLE_PATTERNS, TABLE_HEAD_DIMS = ("causal", "sliding_window", "longnet_five", "block_sparse", "packed"), (64, 128)

MOST_SPILLED = 24
"""Bytes that a thread may spill outside of inner loops: once a program, not once a tile."""
MEASURED = {("_grad_key_value", "sm_90", 128): 288}
"""Bytes that kernels may spill in loops too, where tiles that spill less took longer on a GPU (docs/gpu.md).

Head sizes above 64 have the tiles of 128.
"""
MOST_EXP2, MOST_WORK = 1.15, 1.1
"""Exponentials and products of an iteration over those of its pairs: rescaling rows takes some more of the former."""
WIDEST = 128
"""Above this head_dim the gradients of 16 rows outgrow a warp's registers, so that warps share rows too."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a kernel compiled to, for a case."""

    pattern: str
    kernel: str
    target: str
    dtype: str
    head_dim: int
    described: bool
    emitted: Emitted
    seconds: float

    def findings(self) -> tuple[str, ...]:
        """What is wrong with it; nothing, if all is well."""
        limit, it = target_of(self.target).shared_memory, self.emitted
        visits = "_merged" not in self.kernel and not self.kernel.startswith(("_row_", "_mix_"))
        half = visits and self.dtype != "float32"
        once = half and self.head_dim <= WIDEST and it.rows > 16
        threads = it.warps * (64 if target_of(self.target).capability is None else 32)
        share = it.rows * self.head_dim * (2 if self.dtype != "float32" else 4) / threads  # bytes of rows for a thread
        found = []
        measured = {
            spilled
            for (name, target, head_dim), spilled in MEASURED.items()
            if self.kernel.startswith(name) and target == self.target and head_dim // 2 < self.head_dim <= head_dim
        }
        if it.spilled > max(measured, default=MOST_SPILLED) or (it.reloads and not measured):
            found.append(f"spills {it.spilled} bytes a thread, with {it.reloads} instructions of an inner loop")
        if it.shared > limit:
            found.append(f"takes {it.shared} bytes of shared memory, the device has {limit}")
        if self.described and not it.bulk:
            found.append("asks for tensor descriptors, and loads by none")
        if half and not it.tensor:
            found.append("uses no tensor cores")
        if once and it.exp2 > MOST_EXP2:
            found.append(f"computes {it.exp2:.2f} times the weights of its pairs")
        if once and it.work > MOST_WORK:
            found.append(f"computes {it.work:.2f} times the products of its pairs")
        if not it.wide and share >= 16:
            found.append("loads less than 16 bytes at a time")
        return tuple(f"{self.pattern} {self.kernel} {self.target} {self.dtype} D={self.head_dim}: {x}" for x in found)


def figures(cases: Sequence[Case]) -> Iterator[Figures]:
    """Compile the kernels of all cases, each distinct one once for a target."""
    known: set[tuple[object, ...]] = set()
    for case in cases:
        for launched in launches(case):
            key = (case.target, *launched.key)
            if key in known:
                continue
            known.add(key)
            start = time.perf_counter()
            found = emitted(launched, case.target)
            yield Figures(
                case.pattern.stem,
                launched.kernel.__name__,
                case.target,
                case.dtype,
                case.head_dim,
                getattr(launched.tile, "described", False),
                found,
                time.perf_counter() - start,
            )


# ---- the command -----------------------------------------------------------------------------------------------------


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("patterns", nargs="*", help="pattern files or their names; default: tests/patterns/*.pat")
    parser.add_argument("--target", action="append", choices=TRITON.targets, help="default: all")
    parser.add_argument("--dtype", action="append", choices=DTYPES, help="default: bfloat16")
    parser.add_argument("--head-dim", action="append", type=int, help="default: 64")
    parser.add_argument("--value-dim", type=int, default=0, help="head size of values; default: that of keys")
    parser.add_argument("--heads", type=int, default=0, help="query heads of one key head that begins with values")
    parser.add_argument("--table", action="store_true", help=f"{', '.join(TABLE_PATTERNS)} at head_dim 64 and 128")
    parser.add_argument("--json", action="store_true", help="one JSON object a kernel instead of the table")
    parser.add_argument("--diff", type=Path, nargs="?", const=TABLE, help="what differs from a saved table; 1: worse")
    parser.add_argument("--saved", type=Path, metavar="FILE", help="compare the rows of this table, compiling nothing")
    parser.add_argument("--save", type=Path, nargs="?", const=TABLE, help="write a table: JSON, and Markdown beside it")
    options = parser.parse_args(argv)
    if options.saved:
        return compared(options.diff or TABLE, json.loads(options.saved.read_text()))
    names = options.patterns or (TABLE_PATTERNS if options.table else ())
    paths = [_pattern(name) for name in names] or sorted((ROOT / "tests" / "patterns").glob("*.pat"))
    cases = [
        Case(path, target, dtype, head_dim, options.value_dim, options.heads)
        for target in options.target or TRITON.targets
        for dtype in options.dtype or ("bfloat16",)
        for head_dim in options.head_dim or (TABLE_HEAD_DIMS if options.table else (64,))
        for path in paths
    ]
    rows: list[Row] = []
    wrong: list[str] = []
    if not options.json and not options.diff:
        print(HEADER)
    for row in figures(cases):
        rows.append(flat(row))
        if not options.diff:
            print(json.dumps(rows[-1]) if options.json else line(rows[-1]), flush=True)
        wrong += row.findings()
    status = compared(options.diff, worst(rows)) if options.diff else 0
    if options.save:
        write(worst(rows), options.save)
    if options.diff:
        return status
    for finding in wrong:
        print(finding, file=sys.stderr)
    return 1 if wrong else 0


def compared(file: Path, now: Sequence[Row]) -> int:
    """Print what differs from a saved table, and on stderr what got worse: 1 if something did, or has no rows there."""
    saved: list[Row] = json.loads(file.read_text())
    versions = sorted({str(row["triton"]) for row in now})
    if not {str(row["triton"]) for row in saved} >= set(versions):
        print(f"{file} has no rows of triton {' or '.join(versions)}: add them with --save", file=sys.stderr)
        return 1
    print("".join(f"{found}\n" for found in differences(saved, now)), end="")
    worse = list(regressions(saved, now))
    for found in worse:
        print(f"worse: {found}", file=sys.stderr)
    if worse:
        print(f"{len(worse)} worse than in {file}: mend it, or --save what is meant", file=sys.stderr)
    return int(bool(worse))


def _pattern(name: str) -> Path:
    """A file, or a golden pattern or one of the benchmark suite, by name."""
    own = ROOT / "tests" / "patterns" / f"{name}.pat"
    return Path(name) if name.endswith(".pat") else own if own.exists() else ROOT / "benchmarks" / "patterns" / own.name


def flat(row: Figures) -> Row:
    whole = asdict(row)
    return {
        "triton": triton.__version__,
        **{name: value for name, value in whole.items() if name not in ("described", "emitted")},
        **asdict(row.emitted),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
