"""Predicted and measured times on this machine's CPU, pattern by pattern, and how well their orders agree.

    python benchmarks/predicted_times.py

Predicted: `patternc cost` for the target `cpu`. Measured: the median of some calls of the C++ module, whose output
and gradients at a short length were compared with the float64 reference first. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from statistics import correlation, median
from tempfile import TemporaryDirectory
from types import ModuleType

import numpy as np
import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from built import build_source

from patternc.analysis.calls import Shape, fitting_length, most_heads
from patternc.cli import run
from patternc.cli.inputs import inputs_of
from patternc.driver import read
from patternc.ir.addresses import HeadDims
from patternc.ir.interface import interface
from patternc.ir.mask import Pattern
from patternc.testing.compare import draw, verify, with_selection

ROOT = Path(__file__).resolve().parent.parent
HEAD_DIM = 64


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds of the forward and of the backward pass of a pattern at n positions."""

    pattern: str
    n: int
    heads: int
    predicted: tuple[float, float]
    measured: tuple[float, float]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=4096, help="positions of patterns without a grid")
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    files = (*sorted(ROOT.glob("patternc/presets/*.pat")), *sorted(ROOT.glob("tests/patterns/*.pat")))
    print(
        "| pattern | n | heads | forward ms: predicted | measured | ratio | backward ms: predicted | measured | ratio |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    found = []
    for path in files:
        for one in of_file(path, arguments.n, arguments.repeats):
            found.append(one)
            print(row(one), flush=True)
    for index, name in enumerate(("forward", "backward")):
        pairs = [(one.predicted[index], one.measured[index]) for one in found]
        ratios = [measured / predicted for predicted, measured in pairs]
        print(
            f"\n{name}: {len(pairs)} patterns, rank correlation {rank_correlation(pairs):.3f}, measured / predicted "
            f"{min(ratios):.2f} to {max(ratios):.2f}, median {median(ratios):.2f}"
        )
    return 0


def row(one: Found) -> str:
    cells = [one.pattern, str(one.n), str(one.heads)]
    for predicted, measured in zip(one.predicted, one.measured, strict=True):
        cells += [f"{1e3 * predicted:.1f}", f"{1e3 * measured:.1f}", f"{measured / predicted:.2f}"]
    return f"| {' | '.join(cells)} |"


def rank_correlation(pairs: list[tuple[float, float]]) -> float:
    """Spearman's: of ranks, from -1 to 1."""
    one, other = np.argsort(np.argsort(np.array(pairs), axis=0), axis=0).T.tolist()
    return correlation(one, other)


def of_file(path: Path, n: int, repeats: int) -> Iterator[Found]:
    """The pattern of a file; nothing where it is run by a module or over a ring, which take longer."""
    if "ring(" in (text := path.read_text(encoding="utf-8")) or "module " in text:
        return
    with TemporaryDirectory() as folder:
        module, pattern = build_source(read(path), Path(folder), "cpp")
        heads = most_heads(pattern) or 8
        n = fitting_length(pattern, n, heads, HEAD_DIM)
        for errors in verify(module, pattern, (short(pattern, heads),), ("float32",), "cpu"):
            if not errors.passed:
                raise SystemExit(f"{pattern.name} is wrong: {errors}")
        measured = times(module, pattern, whole(n, heads), repeats)
        yield Found(pattern.name, n, heads, predicted(path, n, heads), measured)


def whole(n: int, heads: int) -> Shape:
    return Shape("whole", 1, heads, heads, HeadDims.equal(HEAD_DIM), n, n, 0, 0, n)


def short(pattern: Pattern, heads: int) -> Shape:
    """The end of a sequence, of some hundred positions."""
    n = fitting_length(pattern, 515, heads, HEAD_DIM)
    rows = min(n, 515)
    return Shape("short", 1, heads, heads, HeadDims.equal(HEAD_DIM), rows, n, n - rows, 0, n)


def predicted(path: Path, n: int, heads: int) -> tuple[float, float]:
    """Seconds of both passes on the target `cpu`."""
    words = ["cost", str(path), "-n", str(n), "--heads", str(heads), "--target", "cpu", "--json"]
    with redirect_stdout(StringIO()) as printed:
        if run(words):
            raise SystemExit(f"patternc {' '.join(words)} failed")
    (target,) = json.loads(printed.getvalue())["patterns"][0]["targets"]
    return target["forward"]["seconds"], target["backward"]["seconds"]


def times(module: ModuleType, pattern: Pattern, shape: Shape, repeats: int) -> tuple[float, float]:
    """Medians of seconds of both passes, with the inputs that `patternc cost` assumes."""
    drawn = with_selection(module, pattern, shape, draw(shape, "float32", "cpu", 0, pattern))
    assumed = inputs_of(pattern, {}, shape.seq_len, shape.heads)
    given = dict(drawn.arguments)
    for one in interface(pattern).entries:
        given[one.name] = torch.as_tensor(np.array(assumed[one.name], np.int32)).unsqueeze(0)
    leaves = [x.requires_grad_() for x in (drawn.query, drawn.key, drawn.value)]
    attention: Callable[..., Tensor] = module.attention
    forward, backward = [], []
    for _ in range(repeats + 1):  # the first is not counted
        started = time.perf_counter()
        out = attention(*leaves, **given)
        middle = time.perf_counter()
        torch.autograd.grad(out, leaves, drawn.grad_out)
        forward.append(middle - started)
        backward.append(time.perf_counter() - middle)
    return median(forward[1:]), median(backward[1:])


if __name__ == "__main__":
    sys.exit(main())
