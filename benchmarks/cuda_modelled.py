"""Modelled times of CUDA modules on GPUs that Triton does not serve, from the instructions of compiled kernels.

    python benchmarks/cuda_modelled.py --tools .venv-triton-3.6.0/lib/python3.*/site-packages/triton/backends/nvidia/bin

Nothing is timed, and no GPU is needed. NVRTC compiles the kernels of a pattern for a GTX 1080, a V100 and a T4; the
disassembler of CUDA 12 (that of Triton 3.6's wheel; CUDA 13's knows no sm_61) says what a warp executes for a tile of
columns. Loops of products inside of the loop over tiles count as often as they run. A multiprocessor issues four
instructions of a warp a cycle; multiplications in fp32, products on tensor cores, special functions and accesses to
shared memory each have a unit of their own (`DEVICES`). A tile takes the longest of these if warps hide one behind
another (`hidden`), and all units one after the other if nothing is hidden (`serial`). A launch takes its tiles, as the
cost model counts them, over all multiprocessors, or its bytes over the bandwidth of memory. Latencies are not modelled.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from built_modules import module_path
from cuda_aot import Launch, launches

from patternc.codegen.cpp.shipping import with_headers
from patternc.cost.device_time import Call
from patternc.cost.sample_inputs import TYPICAL, sample_inputs
from patternc.cost.target_cost import cost_on_target, plan_for
from patternc.driver import analyse, quoting
from patternc.ir.addresses import HeadDims
from patternc.runtime.cuda.nvrtc import _cubin, _nvrtc
from patternc.source import Source
from patternc.targets import target_named

HERE = Path(__file__).resolve().parent
CASES = (("causal", 16384, 16), ("longnet_five", 131072, 8))
"""(pattern, positions, heads)."""
DEPTH = {"FFMA": 16, "HMMA": 64}
"""Numbers of a row that one iteration of a loop of products takes; at the head sizes here other loops of sums in fp32
run as often. Loops that bring a tile bring two parts of 16 bytes for a thread at a time."""


@dataclass(frozen=True, slots=True)
class Device:
    """A GPU, by its data sheet. Rates are instructions of a warp that a multiprocessor takes in a cycle."""

    name: str
    target: str
    element: str
    multiprocessors: int
    clock: float
    multiply: float
    tensor: float
    special: float
    shared: float
    peak: float


DEVICES = (
    Device("GTX 1080", "sm_61", "float32", 20, 1.733e9, 4, 1, 1, 0.5, 8.9e12),
    Device("V100", "sm_70", "float16", 80, 1.53e9, 2, 2, 0.5, 0.35, 125e12),
    Device("T4", "sm_75", "float16", 40, 1.59e9, 2, 0.5, 0.5, 0.5, 65e12),
)
"""`tensor`: of m16n8k8, 1024 multiplications of the 512 that a T4's multiprocessor does in a cycle; of a quarter of
m8n8k4, which are instructions of their own, 256 of as many on a V100. `shared`: accesses of 16 bytes a thread, half of
whose threads read what others do; of a V100's fragments, which do not come by `ldmatrix`, two fifths of 16 bytes, in
four cycles, and the others of 8, in two."""
UNITS = {"multiply": "FFMA", "tensor": "HMMA", "special": "MUFU", "shared": r"LDSM?|STS"}
ISSUED = 4
ROWS = 64
"""Of a program's tile."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What a warp executes for a tile of columns: all instructions, and those of each unit."""

    instructions: int
    units: dict[str, int]

    def cycles(self, device: Device, warps: int) -> tuple[float, float]:
        """Cycles of a multiprocessor for the tile of a program: hidden, serial."""
        issue = self.instructions / ISSUED
        each = [count / getattr(device, unit) for unit, count in self.units.items()]
        rest = (self.instructions - sum(self.units.values())) / ISSUED
        return warps * max(issue, *each), warps * (sum(each) + rest)


def tile_of(listing: str, head_dim: int, columns: int, threads: int) -> Tile:
    """Read the loop over tiles: the smallest that brings one and computes exponentials, with the loops inside of it."""
    lines = [(int(at, 16), text) for at, text in re.findall(r"/\*([0-9a-f]{4,})\*/\s+([^;]+?)\s*;", listing)]
    spans = []
    for last, (at, text) in enumerate(lines):
        jump = re.search(r"\bBRA\b.*?0x([0-9a-f]+)", text)
        if jump is not None and int(jump[1], 16) <= at:
            spans.append((next(i for i, line in enumerate(lines) if line[0] >= int(jump[1], 16)), last))
    texts = [text for _, text in lines]

    def holds(span: tuple[int, int], word: str) -> int:
        return sum(bool(re.search(rf"\b(?:{word})\b", text)) for text in texts[span[0] : span[1] + 1])

    tiles = (span for span in spans if holds(span, "MUFU") >= 4 and holds(span, "STS"))  # merges bring no tile
    whole = min(tiles, key=lambda span: span[1] - span[0])

    def more(span: tuple[int, int]) -> int:
        """How often a loop runs after its first time."""
        for word, depth in DEPTH.items():
            if holds(span, word) >= 16:
                return head_dim // depth - 1
        return columns * head_dim // 8 // threads // 2 - 1 if holds(span, "STS") else 0

    inner = [(more(span), span) for span in spans if whole[0] < span[0] and span[1] < whole[1]]
    counts = {unit: holds(whole, word) + sum(n * holds(one, word) for n, one in inner) for unit, word in UNITS.items()}
    length = whole[1] - whole[0] + 1 + sum(n * (last - first + 1) for n, (first, last) in inner)
    return Tile(length, counts)


def listing(launch: Launch, architecture: int, tools: Path) -> str:
    """The machine code of a kernel, as text."""
    source = launch.source
    text = with_headers(source.read_text(encoding="utf-8"), source.name, "cuda")
    code, _ = _cubin(_nvrtc(architecture), text, source.name, launch.macros, architecture)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(code)
        found = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        command = [str(tools / "cuobjdump"), "-sass", str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=True, env=found).stdout


def rows(pattern: str, n: int, heads: int, head_dim: int, tools: Path) -> Iterator[str]:
    """A line of the table for each device and pass."""
    path = HERE / "patterns" / f"{pattern}.pat"
    source = module_path("benchmarks", pattern, "cuda").with_suffix(".cu")
    analysis = analyse(Source(path.name, path.read_text(encoding="utf-8")), {})
    meaning, normal = analysis.meanings[0], analysis.normals[0]
    for device in DEVICES:
        target = target_named(device.target)
        assert target is not None
        call = Call(n, heads, heads, HeadDims.equal(head_dim), 1)
        inputs = sample_inputs(meaning, n, heads, TYPICAL)
        cost = cost_on_target(plan_for((meaning, normal), quoting(analysis.source, meaning), target), call, inputs, 1.0)
        times: dict[str, tuple[float, float]] = {}
        architecture = int(device.target.removeprefix("sm_"))
        kernels = launches(source, architecture, device.element, head_dim, HERE / "patterns")
        for work in cost.work:
            name = f"{work.direction.value}_dense"
            launch = next(one for one in kernels if one.kernel == name and one.size("ROWS") == ROWS)
            threads = launch.size("THREADS")
            tile = tile_of(listing(launch, architecture, tools), head_dim, launch.size("COLUMNS"), threads)
            rate = device.multiprocessors * device.clock
            hidden, serial = (work.visited * cycles / rate for cycles in tile.cycles(device, threads // 32))
            times[work.direction.value] = hidden, serial
        forward = times.pop("forward")
        backward = tuple(map(sum, zip(*times.values(), strict=True)))
        for name, side, (hidden, serial), products in (
            ("forward", cost.forward, forward, 1.0),
            ("backward", cost.backward, backward, 5 / 7),
        ):
            least = side.load.moved / target.bandwidth
            hidden, serial = max(hidden, least), max(serial, least)
            useful = products * side.load.flops / serial
            cells = f"{1e3 * hidden:.1f} to {1e3 * serial:.1f} | {useful / 1e12:.1f} | {useful / device.peak:.0%}"
            yield f"| `{pattern}` | {n}, {heads}, {head_dim} | {device.name} | {name} | {cells} |"


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tools", type=Path, required=True, metavar="FOLDER", help="with CUDA 12's cuobjdump")
    parser.add_argument("--head-dims", type=int, nargs="+", default=(64, 128), metavar="D")
    options = parser.parse_args(argv)
    print("| pattern | positions, heads, head size | GPU | pass | ms, hidden to serial | TFLOP/s, serial | of peak |")
    print("|---|---|---|---|--:|--:|--:|")
    for case in CASES:
        for head_dim in options.head_dims:
            for row in rows(*case, head_dim, options.tools.absolute()):
                print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
