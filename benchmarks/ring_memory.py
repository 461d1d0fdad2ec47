"""Peak memory of a rank and time of a call, forward and backward, over processes with gloo on this machine.

    python benchmarks/ring_memory.py

Peak: of resident memory above that before the call, whose own rows of query, key, value and gradients are held already.
`overlap`: the next keys travel while the last ones are attended; `one by one`: every transfer is waited for at once.
Both twice: as this machine moves bytes, which takes the cores that attend, and over a link that takes none, where a
message arrives no sooner than its bytes over the bandwidth after it was sent.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from built import build
from processes import GROUPS, Workers
from ring_work import module_of

HEADS, KV_HEADS, HEAD_DIM = 4, 2, 64
SIZES = (1, 2, 4, 8)
PATTERNS = {
    "longnet": (16384, "segments [512, 2048, 8192]\n    dilations [1, 4, 16]\n    combine lse\n    where causal"),
    "causal": (4096, "attend causal"),
}
"""Positions, and statements."""
STATUS = Path("/proc/self/status")
MIB = 1 << 20


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--transport", default="p2p")
    parser.add_argument("--layout", default="zigzag")
    parser.add_argument("--bandwidth", type=float, default=10.0, help="MB/s of the link")
    parser.add_argument("--pattern", choices=PATTERNS, action="append", help="one of the patterns  [default: all]")
    parser.add_argument("--ranks", type=int, choices=SIZES, action="append", help="how many  [default: all]")
    arguments = parser.parse_args()
    times = f"overlap s | one by one s | {arguments.bandwidth:g} MB/s: overlap s | one by one s"
    print(f"| pattern | n | ranks | rows of a rank | held MiB | peak MiB | peak KiB a row | {times} |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name in arguments.pattern or PATTERNS:
        n, statements = PATTERNS[name]
        for ranks in arguments.ranks or SIZES:
            ring = f"ring(ranks={ranks}, layout={arguments.layout}, transport={arguments.transport})"
            with TemporaryDirectory() as folder, Workers(ranks, timeout=300.0) as workers:
                module, _ = build(f"pattern made {{\n    {statements}\n    {ring}\n}}\n", Path(folder))
                found = workers.run(measured, Path(str(module.__file__)), n, arguments.bandwidth * 1e6)
            print(row(name, n, ranks, found), flush=True)
    return 0


def row(name: str, n: int, ranks: int, found: list[tuple[int, int, list[float]]]) -> str:
    """The most of all ranks."""
    held, peak = max(one[0] for one in found), max(one[1] for one in found)
    seconds = " | ".join(f"{max(several):.2f}" for several in zip(*(times for _, _, times in found), strict=True))
    rows = n // ranks
    sizes = f"{held / MIB:.1f} | {peak / MIB:.1f} | {peak / rows / 1024:.1f}"
    return f"| {name} | {n} | {ranks} | {rows} | {sizes} | {seconds} |"


def measured(path: Path, n: int, bandwidth: float) -> tuple[int, int, list[float]]:
    """Bytes of a rank's rows, its peak bytes, and seconds with and without overlap: as it is, and over a link."""
    module = module_of(path)
    ranks = module.Ranks(GROUPS[module.RANKS])

    class Linked(module.Ranks):  # type: ignore[name-defined, misc]
        """Ranks with a link between them; `early`: a transfer is waited for where it begins."""

        def __init__(self, bandwidth: float, early: bool) -> None:
            super().__init__(ranks.group)
            self.bandwidth, self.early = bandwidth, early

        def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
            arrival = time.perf_counter() + sum(x.nbytes for x in receives.values()) / self.bandwidth
            finish = super().exchange(words, sends, receives)

            def wait() -> None:
                finish()
                time.sleep(max(0.0, arrival - time.perf_counter()))

            if self.early:
                wait()
            return (lambda: None) if self.early else wait

    seconds(module, ranks, *tensors(module, ranks, 64 * module.RANKS))  # loads code, which is no memory of the call
    leaves, flow = tensors(module, ranks, n)
    held = sum(2 * leaf.nbytes for leaf in leaves) + flow.nbytes
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = bytes_of("VmRSS")
    seconds(module, ranks, leaves, flow)
    peak = bytes_of("VmHWM") - before
    kinds = [Linked(rate, early) for rate in (float("inf"), bandwidth) for early in (False, True)]
    times = [[seconds(module, one, leaves, flow) for one in kinds] for _ in range(3)]
    return held, peak, [min(several) for several in zip(*times, strict=True)]


def tensors(module: Any, ranks: Any, n: int) -> tuple[list[Tensor], Tensor]:
    """Query, key and value of a rank with their gradients, and the gradient of the output."""
    rows = len(module.positions(n, ranks))
    leaves = [torch.randn(1, heads, rows, HEAD_DIM, requires_grad=True) for heads in (HEADS, KV_HEADS, KV_HEADS)]
    for leaf in leaves:
        leaf.grad = torch.zeros_like(leaf)
    return leaves, torch.randn(1, HEADS, rows, HEAD_DIM)


def seconds(module: Any, ranks: Any, leaves: list[Tensor], flow: Tensor) -> float:
    """Of one call and its backward, begun by all ranks together."""
    module._gathered(ranks, "start", torch.zeros(()))
    started = time.perf_counter()
    module.ring_attention(*leaves, ranks).backward(flow)
    return time.perf_counter() - started


def bytes_of(name: str) -> int:
    """A number of this process that the kernel keeps."""
    found = re.search(rf"^{name}:\s+(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


if __name__ == "__main__":
    sys.exit(main())
