"""Time CUDA modules beside Triton's on this machine's GPU: `python benchmarks/cuda_times.py --n 8192`.

It builds modules of `benchmarks/patterns/`, and prints milliseconds of both passes. Each number is the
median of calls between two events, after calls that compile.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

import torch
from built_modules import module_path
from loading import load
from torch import Tensor

PATTERNS = "causal", "window_1024", "longnet_five"
REPEATS = 10


def median(call: Callable[[], object]) -> float:
    """Milliseconds of a call."""
    for _ in range(3):
        call()
    times: list[float] = []
    for _ in range(REPEATS):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))  # type: ignore[no-untyped-call]
        start.record()
        call()
        end.record()
        end.synchronize()
        times.append(float(start.elapsed_time(end)))
    return statistics.median(times)


def passes(module: ModuleType, inputs: Sequence[Tensor]) -> tuple[float, float]:
    """Milliseconds of the forward pass, and of the backward pass."""
    leaves = [x.detach().requires_grad_() for x in inputs]
    out = module.attention(*leaves)
    flow = torch.randn_like(out)
    with torch.no_grad():
        forward = median(lambda: module.attention(*inputs))
    return forward, median(lambda: torch.autograd.grad(out, leaves, flow, retain_graph=True))


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=8192)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--only", default="", help="patterns whose names hold it")
    parser.add_argument("--dims", type=int, nargs="+", default=[64, 128])
    parser.add_argument("--dtypes", nargs="+", default=["float16", "float32"])
    options = parser.parse_args(argv)
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, n={options.n}, H={options.heads}")
    print(f"{'pattern':14} {'D':>4} {'dtype':9} {'backend':8} {'forward':>9} {'backward':>9}  ms")
    for name in (name for name in PATTERNS if options.only in name):
        for dim in options.dims:
            for dtype in options.dtypes:
                size = 1, options.heads, options.n, dim
                inputs = [torch.randn(size, device="cuda").to(getattr(torch, dtype)) for _ in range(3)]
                for backend in ("cuda", "triton"):
                    module = load(module_path("benchmarks", name, backend))
                    forward, backward = passes(module, inputs)
                    line = f"{name:14} {dim:4} {dtype:9} {backend:8} {forward:9.3f} {backward:9.3f}"
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
