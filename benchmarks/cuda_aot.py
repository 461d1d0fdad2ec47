"""Compile every kernel of the committed CUDA modules with NVRTC for every architecture: no GPU or driver is needed.

    python benchmarks/cuda_aot.py --out benchmarks/results/cuda-aot.md     # all modules, an hour
    python benchmarks/cuda_aot.py --only longnet --architectures 75        # some, printed

Launches are recorded while `_forward` and `_backward` of a module run on tensors without storage; each distinct kernel
is then compiled as that launch would compile it. Each line has, of one kernel at a head size and for a type of
elements, its tile (rows x columns x threads), the registers of a thread, bytes spilled and bytes of shared memory, as
ptxas says them; and of its machine code the products on tensor cores, loads of 16 bytes from tensors, and those from
shared memory. Kernels that every module has are in it once. It fails if a kernel has a finding (`findings`).

It needs CUDA 12's NVRTC (`pip install nvidia-cuda-nvrtc-cu12==12.9.86`) and a disassembler: that of Triton 3.6's wheel
knows all architectures, that of a newer one none before sm_75, for which its columns are then empty.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from unittest import mock

import torch
import triton
from loading import load
from recorded_launches import Case, run

from patternc.codegen.cpp.shipping import with_headers
from patternc.runtime.cuda.nvrtc import _cubin, _nvrtc

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ROOT / "generated"
ARCHITECTURES = 61, 70, 75, 80, 90
ELEMENTS = "float32", "float16"
HEAD_DIMS = 64, 128
TOOLS = Path(triton.__file__).parent / "backends" / "nvidia" / "bin"
COMMON = frozenset({"row_delta", "mix_by_lse", "mix_evenly"})
"""Kernels of the library, which are the same in all modules."""
MOST_SHARED = 48 << 10


@dataclass(frozen=True, slots=True)
class Launch:
    """A kernel of a source, and the macros that it is compiled with."""

    source: Path
    kernel: str
    macros: tuple[str, ...]

    def size(self, name: str) -> int:
        """A number among the macros."""
        return int(next(one for one in self.macros if one.startswith(f"PATTERNC_{name}=")).partition("=")[2])

    @property
    def visits(self) -> bool:
        """Whether it multiplies tiles."""
        return self.kernel not in COMMON and not self.kernel.startswith("forward_merged")


@dataclass(frozen=True, slots=True)
class Instructions:
    """Of a kernel's machine code: products on tensor cores, loads of 16 bytes from tensors and from shared memory."""

    products: int
    loads: int
    shared_loads: int


@dataclass(frozen=True, slots=True)
class Compiled:
    """A kernel for one architecture. `spilled`: bytes stored and loaded; `shared`: bytes of a program."""

    launch: Launch
    architecture: int
    element: str
    head_dim: int
    registers: int
    spilled: int
    shared: int
    seconds: float
    instructions: Instructions | None

    @property
    def row(self) -> str:
        """A line of the table."""
        tile = "x".join(str(self.launch.size(name)) for name in ("ROWS", "COLUMNS", "THREADS"))
        module, it = self.launch.source.stem.removesuffix("_cuda"), self.instructions
        names = (
            f"| {module} | `{self.launch.kernel}` | sm_{self.architecture} | {self.element} | {self.head_dim} | {tile} "
        )
        counts = f"{it.products} | {it.loads} | {it.shared_loads}" if it is not None else "| |"
        return f"{names}| {self.registers} | {self.spilled} | {self.shared} | {counts} | {self.seconds:.1f} |"

    def findings(self) -> tuple[str, ...]:
        """What is wrong with it; nothing, if all is well."""
        it, cores = self.instructions, self.launch.size("TENSOR_CORES")
        checks = {
            f"{self.spilled} bytes are spilled": self.spilled > 0,
            f"{self.shared} bytes of shared memory": self.shared > MOST_SHARED,
            "16-bit products are not on tensor cores": self.element == "float16"
            and self.architecture >= 70
            and not cores,
        }
        if it is not None and self.launch.visits:
            checks |= {
                "no product is on tensor cores": cores > 0 and not it.products,
                "no load from tensors is of 16 bytes": not it.loads and (cores > 0 or self.element == "float32"),
                "no load from shared memory is of 16 bytes": not it.shared_loads,
            }
        return tuple(text for text, wrong in checks.items() if wrong)


NAMES = (
    *("module", "kernel", "target", "elements", "D", "tile", "registers"),
    *("bytes spilled", "bytes shared", "mma", "16B", "16B shared", "s"),
)
HEAD = f"| {' | '.join(NAMES)} |\n|---|---|---|---|--:|---|{'--:|' * 7}"


class _Recorder:
    """What stands in for the kernels of a module: it notes what is launched."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, Any], None] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        return partial(self._note, name)

    def _note(self, name: str, _grid: object, tile: object, *_: object) -> None:
        self.found.setdefault((name, tile))


def launches(
    source: Path, architecture: int, element: str, head_dim: int, patterns: Path = ROOT / "tests" / "patterns"
) -> list[Launch]:
    """The distinct kernels of a forward and a backward pass over 4096 positions, and of calls of one query.

    `patterns`: the folder of the pattern that the source is made of.
    """
    module, recorder = load(source.with_suffix(".py")), _Recorder()
    pattern = patterns / f"{source.stem.removesuffix('_cuda')}.pat"
    names, choice = vars(module), vars(sys.modules[module._tile.__module__])
    with (
        mock.patch.dict(names, {"_programs": lambda _: recorder, **lists_of(module)}),
        mock.patch.dict(choice, {"_capability": lambda _: architecture}),
    ):
        run(module, Case(pattern, "sm_75", element, head_dim), 4096, 0)
    macros = vars(sys.modules[module._Library.__module__])["_macros"]
    found: dict[Launch, None] = {}
    for kernel, tile in recorder.found:
        own = 2 if kernel.startswith("grad") else 1
        given = (*macros(getattr(torch, element), tile), f"PATTERNC_OWN={own}", f"PATTERNC_ONLY={kernel}")
        found.setdefault(Launch(source, kernel, given))
    return list(found)


def lists_of(module: ModuleType) -> dict[str, object]:
    """The type of lists, where it is known to the module's library alone."""
    if not hasattr(module, "_static_list") and not hasattr(module, "_list"):
        return {}
    return {"_List": import_module(f"{module.__package__}.patternc_runtime.tiles.lists")._List}


def instructions(code: bytes, tools: Path) -> Instructions | None:
    """What the machine code holds; None, if these tools do not know its architecture."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(code)
        found = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        command = [str(tools / "cuobjdump"), "-sass", str(file)]
        said = subprocess.run(command, capture_output=True, text=True, check=False, env=found).stdout
    counts = (r"\bH?MMA\b|\bHMMA\.", r"\bLDG?\.(?:\w+\.)*128\b", r"\bLDS\.(?:\w+\.)*128\b|\bLDSM\.")
    texts = re.findall(r"/\*[0-9a-f]{4,}\*/\s+([^;]+?)\s*;", said)
    if not texts:
        return None
    return Instructions(*(sum(bool(re.search(one, text)) for text in texts) for one in counts))


def compiled(launch: Launch, architecture: int, element: str, head_dim: int, tools: Path = TOOLS) -> Compiled:
    """Compile one kernel; read what ptxas says of it, and its machine code."""
    path = launch.source
    text, start = with_headers(path.read_text(encoding="utf-8"), path.name, "cuda"), time.monotonic()
    code, log = _cubin(_nvrtc(architecture), text, path.name, launch.macros, architecture, "--ptxas-options=-v")
    seconds = time.monotonic() - start
    stores, loads = (int(number) for number in re.findall(r"(\d+) bytes spill (?:stores|loads)", log)[:2])
    (registers,) = re.findall(r"Used (\d+) registers", log)
    shared = re.findall(r"(\d+) bytes smem", log) or ["0"]
    sizes = int(registers), stores + loads, int(shared[0]), seconds
    return Compiled(launch, architecture, element, head_dim, *sizes, instructions(code, tools))


def table(only: str, architectures: Sequence[int], head_dims: Sequence[int], tools: Path) -> Iterator[Compiled]:
    """All kernels of the modules whose names hold a text."""
    known: set[tuple[str, int, tuple[str, ...]]] = set()
    for path in sorted(GENERATED.glob("*_cuda.cu")):
        if only not in path.stem:
            continue
        for architecture in architectures:
            for element in ELEMENTS:
                for head_dim in head_dims:
                    for launch in launches(path, architecture, element, head_dim):
                        key = launch.kernel, architecture, launch.macros
                        if launch.kernel in COMMON and key in known:
                            continue
                        known.add(key)
                        yield compiled(launch, architecture, element, head_dim, tools)


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="modules whose names hold it")
    parser.add_argument("--architectures", type=int, nargs="+", default=ARCHITECTURES, metavar="N")
    parser.add_argument("--head-dims", type=int, nargs="+", default=HEAD_DIMS, metavar="D")
    parser.add_argument("--tools", type=Path, default=TOOLS, metavar="FOLDER", help="with cuobjdump and nvdisasm")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table there too")
    options = parser.parse_args(argv)
    rows, wrong = [], []
    print(HEAD)
    for one in table(options.only, options.architectures, options.head_dims, options.tools.absolute()):
        rows.append(one.row)
        wrong += [f"{one.row}: {text}" for text in one.findings()]
        print(one.row, flush=True)
    if options.out is not None:
        options.out.write_text("\n".join((HEAD, *rows)) + "\n", encoding="utf-8")
    print(*wrong, f"{len(rows)} kernels, {len(wrong)} findings", sep="\n", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
