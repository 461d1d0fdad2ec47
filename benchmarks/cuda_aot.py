"""Compile every kernel of the committed CUDA modules with NVRTC for every architecture: no GPU or driver is needed.

    python benchmarks/cuda_aot.py --out benchmarks/results/cuda-aot.md     # all modules, some minutes
    python benchmarks/cuda_aot.py --only longnet --architectures 75        # some, printed

Each line has, of one kernel at a head size and for a type of elements, the registers of a thread, bytes spilled and
bytes of shared memory, as ptxas says them. It needs CUDA 12's NVRTC (`pip install nvidia-cuda-nvrtc-cu12==12.9.86`).
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from patternc.codegen.cpp.shipping import with_headers
from patternc.runtime.cuda.nvrtc import _cubin, _nvrtc

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ROOT / "generated"
ARCHITECTURES = 61, 70, 75, 80, 90


@dataclass(frozen=True, slots=True)
class Compiled:
    """A kernel for one architecture. `spilled`: bytes stored and loaded; `shared`: bytes of a program."""

    module: str
    kernel: str
    architecture: int
    element: str
    head_dim: int
    registers: int
    spilled: int
    shared: int
    seconds: float

    @property
    def row(self) -> str:
        """A line of the table."""
        names = f"| {self.module} | `{self.kernel}` | sm_{self.architecture} | {self.element} | {self.head_dim} "
        return f"{names}| {self.registers} | {self.spilled} | {self.shared} | {self.seconds:.1f} |"


HEAD = """| module | kernel | target | elements | D | registers | bytes spilled | bytes shared | s |
|---|---|---|---|--:|--:|--:|--:|--:|"""


def macros(kernel: str, architecture: int, element: str, head_dim: int) -> tuple[str, ...]:
    """What a launch of a kernel compiles it with, as `tile_choice` and `driver` of the library have it."""
    cores = 0 if element == "float" or architecture < 70 else 8 if architecture < 75 else 16
    gradient = kernel.startswith("grad")
    columns = 32 if cores and (head_dim > 64 or gradient) else 64
    sizes = {
        "ROWS": 64,
        "COLUMNS": columns,
        "THREADS": 128 if cores else 256,
        "DIM": head_dim,
        "TENSOR_CORES": cores,
        "OWN": 2 if gradient else 1,
        "ONLY": kernel,
    }
    name = "float" if element == "float" else f"patternc::{element}"
    return (f"PATTERNC_ELEMENT={name}", *(f"PATTERNC_{key}={value}" for key, value in sizes.items()))


def kernels(path: Path) -> list[str]:
    """The kernels of a source."""
    return re.findall(
        r"^PATTERNC_ENTRY\((\w+)\)$", path.read_text(encoding="utf-8").partition("#else")[2], re.MULTILINE
    )


def compiled(path: Path, kernel: str, architecture: int, element: str, head_dim: int) -> Compiled:
    """Compile one kernel, and read what ptxas says of it."""
    text, start = with_headers(path.read_text(encoding="utf-8"), path.name, "cuda"), time.monotonic()
    given = macros(kernel, architecture, element, head_dim)
    _, log = _cubin(_nvrtc(architecture), text, path.name, given, architecture, "--ptxas-options=-v")
    seconds = time.monotonic() - start
    stores, loads = (int(number) for number in re.findall(r"(\d+) bytes spill (?:stores|loads)", log)[:2])
    (registers,) = re.findall(r"Used (\d+) registers", log)
    shared = re.findall(r"(\d+) bytes smem", log) or ["0"]
    module = path.stem.removesuffix("_cuda")
    sizes = int(registers), stores + loads, int(shared[0])
    return Compiled(module, kernel, architecture, element, head_dim, *sizes, seconds)


def table(only: str, architectures: Sequence[int], head_dims: Sequence[int]) -> Iterator[Compiled]:
    """All kernels of the modules whose names hold a text."""
    for path in sorted(GENERATED.glob("*_cuda.cu")):
        if only not in path.stem:
            continue
        for kernel in kernels(path):
            for architecture in architectures:
                for element in ("float", "Float16"):
                    for head_dim in head_dims:
                        yield compiled(path, kernel, architecture, element, head_dim)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="modules whose names hold it")
    parser.add_argument("--architectures", type=int, nargs="+", default=ARCHITECTURES, metavar="N")
    parser.add_argument("--head-dims", type=int, nargs="+", default=(64, 128), metavar="D")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table there too")
    options = parser.parse_args(argv)
    rows = []
    print(HEAD)
    for one in table(options.only, options.architectures, options.head_dims):
        rows.append(one.row)
        print(one.row, flush=True)
    if options.out is not None:
        options.out.write_text("\n".join((HEAD, *rows)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
