"""What a call of a Triton module takes on the host: microseconds to the first launch and to the last, and launches.

Kernels are replaced by a function that does nothing, and tensors lie on the CPU, so that neither a GPU nor Triton's
launcher counts: what is left is checks, the operator, tiles, grids and buffers. The figure is the median of the fastest
half of some rounds, in which nothing is timed but one call.

    python benchmarks/host.py                                     # longnet of five branches
    python benchmarks/host.py tests/patterns/streaming.pat --queries 1
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

os.environ["TRITON_INTERPRET"] = "1"  # so that modules take tensors on the CPU

import torch
from loading import load_text

from patternc.codegen.registry import BACKENDS
from patternc.driver import analyse, modules, read
from patternc.targets import target_named

ROOT = Path(__file__).resolve().parent.parent
DEFAULT = ROOT / "benchmarks" / "patterns" / "longnet_five.pat"
KERNELS = ("_forward_", "_grad_", "_row_", "_mix_")


@dataclass(slots=True)
class Launches:
    """Stands in for every kernel: the names of those launched, and when the first was, in nanoseconds."""

    names: list[str]
    first: int = 0

    def of(self, name: str) -> type:
        """A kernel of that name."""

        def launch(*_: object, **__: object) -> None:
            self.first = self.first or time.perf_counter_ns()
            self.names.append(name)

        return type("Kernel", (), {"__class_getitem__": staticmethod(lambda _grid: launch)})


def loaded(pattern: Path) -> tuple[ModuleType, Launches]:
    """A pattern's Triton module, whose kernels do nothing."""
    (backend,) = (one for one in BACKENDS if one.name == "triton")
    target = target_named("sm_90")
    assert target is not None
    (file,) = modules(analyse(read(pattern), {}), backend, target)
    module = load_text(file.name, file.text)
    launches = Launches([])
    for name in [name for name in vars(module) if name.startswith(KERNELS)]:
        setattr(module, name, launches.of(name))
    return module, launches


def measured(call: Callable[[], object], launches: Launches, rounds: int) -> tuple[float, float, tuple[str, ...]]:
    """Microseconds to the first launch, and of the whole call; the launches of a call."""
    found = []
    for _ in range(rounds):
        launches.names, launches.first = [], 0
        start = time.perf_counter_ns()
        call()
        end = time.perf_counter_ns()
        found.append((launches.first - start, end - start))
    fastest = sorted(found)[: max(1, rounds // 2)]
    first, whole = (statistics.median(times) / 1000 for times in zip(*fastest, strict=True))
    return first, whole, tuple(launches.names)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pattern", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--length", type=int, default=4096, help="keys; default: 4096")
    parser.add_argument("--queries", type=int, help="default: as many as keys")
    parser.add_argument("--rounds", type=int, default=400)
    options = parser.parse_args()
    module, launches = loaded(options.pattern)
    queries = options.queries or options.length
    query = torch.empty(1, 12, queries, 64, dtype=torch.bfloat16)
    key, value = (torch.empty(1, 12, options.length, 64, dtype=torch.bfloat16) for _ in range(2))
    start = options.length - queries

    def forward() -> object:
        return module.attention(query, key, value, q_offset=start)

    print(f"{options.pattern.stem}, {queries} queries, {options.length} keys, 12 heads, microseconds")
    first, whole, names = measured(forward, launches, options.rounds)
    print(f"{'forward':10} {first:7.1f} to the first launch {whole:7.1f} in all {len(names):3} launches")
    with_gradients = [x.requires_grad_() for x in (query, key, value)]
    out = forward()
    assert isinstance(out, torch.Tensor)
    ones = torch.ones_like(out)
    backward = measured(
        lambda: torch.autograd.grad(out, with_gradients, ones, retain_graph=True), launches, options.rounds
    )
    first, whole, names = backward
    print(f"{'backward':10} {first:7.1f} to the first launch {whole:7.1f} in all {len(names):3} launches")


if __name__ == "__main__":
    main()
