"""Compile every kernel of the CUDA modules of tests/patterns with NVRTC for every architecture: no GPU is needed.

    python benchmarks/cuda_aot.py --out table.tsv --tools FOLDER     # all modules: about two hours of one core
    python benchmarks/cuda_aot.py --only longnet --architectures 75  # some, printed
    python benchmarks/cuda_aot.py --summary table.tsv

Launches are recorded while `_forward` and `_backward` of a module run on tensors without storage; each distinct kernel
is then compiled as that launch would compile it. Each line has, of one kernel at a head size and for a type of
elements, its tile (rows x columns x threads), the rows of a product on tensor cores, the registers of a thread, bytes
spilled and bytes of shared memory, as ptxas says them; and of its machine code the products on tensor cores, loads of
16 bytes from tensors, and those from shared memory. A kernel that several modules have word by word is in it once. It
fails if a kernel has a finding (`findings`).

A table is written line by line, all modules for one architecture, type and head size after another. A run that was cut
off goes on where it was; remove the file first where the modules' kernels have changed since.

It needs CUDA 12's NVRTC (`pip install nvidia-cuda-nvrtc-cu12==12.9.86`) and the disassembler of Triton 3.6's wheel;
that of a newer one knows no architecture before sm_75.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints
from unittest import mock

import torch
import triton
from built_modules import module_path, names
from loading import load
from recorded_launches import Case, run

from patternc.codegen.cpp.shipping import with_headers
from patternc.runtime.cuda.nvrtc import _cubin, _nvrtc

ROOT = Path(__file__).resolve().parent.parent
ARCHITECTURES = 75, 70, 61, 80, 90
ELEMENTS = "float16", "float32"
HEAD_DIMS = 128, 64
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

    def text(self) -> str:
        """What is compiled: the source with its headers."""
        return with_headers(self.source.read_text(encoding="utf-8"), self.source.name, "cuda")

    def body(self) -> str:
        """The kernel's own text without comments and line ends; its name, if it is one of the library's."""
        bare = re.sub(r"//.*", "", self.source.read_text(encoding="utf-8"))
        _, found, rest = bare.partition(f"PATTERNC_PROGRAM void {self.kernel}(")
        return " ".join(rest.partition("\n}\n")[0].split()) if found else self.kernel


Place = tuple[str, str, int, str, int, str]
"""Module, kernel, target, elements, head size and tile."""


class Compiled(NamedTuple):
    """A kernel for one architecture: a line of the table.

    `tile`: rows x columns x threads; `cores`: rows of a product on tensor cores, 0 for none; `spilled`: bytes stored
    and loaded; `shared`: bytes of a program; `products` on tensor cores; `loads` and `shared_loads` of 16 bytes.
    """

    module: str
    kernel: str
    target: int
    elements: str
    head_dim: int
    tile: str
    cores: int
    registers: int
    spilled: int
    shared: int
    products: int
    loads: int
    shared_loads: int
    seconds: float

    @classmethod
    def of(cls, line: str) -> Compiled:
        """The kernel of a line."""
        return cls(*(kind(cell) for kind, cell in zip(get_type_hints(cls).values(), line.split("\t"), strict=True)))

    @property
    def line(self) -> str:
        return "\t".join(map(str, self))

    @property
    def place(self) -> Place:
        """Which kernel it is."""
        return self[:6]

    def findings(self) -> tuple[str, ...]:
        """What is wrong with it; nothing, if all is well."""
        checks = {
            f"{self.spilled} bytes are spilled": self.spilled > 0,
            f"{self.shared} bytes of shared memory": self.shared > MOST_SHARED,
            "16-bit products are not on tensor cores": self.elements == "float16"
            and self.target >= 70
            and not self.cores,
        }
        if self.kernel not in COMMON and not self.kernel.startswith("forward_merged"):  # it multiplies tiles
            checks |= {
                "no product is on tensor cores": self.cores > 0 and not self.products,
                "no load from tensors is of 16 bytes": not self.loads
                and (self.cores > 0 or self.elements == "float32"),
                "no load from shared memory is of 16 bytes": not self.shared_loads,
            }
        return tuple(text for text, wrong in checks.items() if wrong)


HEAD = "\t".join(Compiled._fields)


class _Recorder:
    """What stands in for the kernels of a module: it notes what is launched."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, Any], None] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        return partial(self._note, name)

    def _note(self, name: str, _grid: object, tile: object, *_: object, **__: object) -> None:
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


def instructions(code: bytes, architecture: int, tools: Path) -> tuple[int, int, int]:
    """Of machine code: products on tensor cores, loads of 16 bytes from tensors and from shared memory."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(code)
        command = [str(tools / "nvdisasm"), "-c", "-ndf", str(file)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode:
        raise SystemExit(f"nvdisasm of {tools} does not read sm_{architecture}: {said.stderr.strip()}; see --tools")
    counts = (r"\bHMMA\b", r"\bLDG?\.(?:\w+\.)*128\b", r"\bLDS\.(?:\w+\.)*128\b|\bLDSM\.")
    products, loads, shared_loads = (
        sum(bool(re.search(one, text)) for text in re.findall(r"/\*[0-9a-f]{4,}\*/\s+(?=\S)(.*)", said.stdout))
        for one in counts
    )
    return products, loads, shared_loads


def place(launch: Launch, architecture: int, element: str, head_dim: int) -> Place:
    """Where it is in the table."""
    tile = "x".join(str(launch.size(one)) for one in ("ROWS", "COLUMNS", "THREADS"))
    return launch.source.stem.removesuffix("_cuda"), launch.kernel, architecture, element, head_dim, tile


def compiled(launch: Launch, architecture: int, element: str, head_dim: int, tools: Path = TOOLS) -> Compiled:
    """Compile one kernel; read what ptxas says of it, and its machine code. Seconds are of this process."""
    name, start = launch.source.name, time.process_time()
    code, log = _cubin(_nvrtc(architecture), launch.text(), name, launch.macros, architecture, "--ptxas-options=-v")
    seconds = round(time.process_time() - start, 2)
    stored, loaded = (int(number) for number in re.findall(r"(\d+) bytes spill (?:stores|loads)", log)[:2])
    frame = max(int(number) for number in re.findall(r"(\d+) bytes stack frame", log))  # of functions that are called
    (registers,) = re.findall(r"Used (\d+) registers", log)
    shared = re.findall(r"(\d+) bytes smem", log) or ["0"]
    products, loads, shared_loads = instructions(code, architecture, tools)
    return Compiled(
        *place(launch, architecture, element, head_dim),
        cores=launch.size("TENSOR_CORES"),
        registers=int(registers),
        spilled=max(stored + loaded, frame),
        shared=int(shared[0]),
        products=products,
        loads=loads,
        shared_loads=shared_loads,
        seconds=seconds,
    )


def table(
    only: str, architectures: Sequence[int], head_dims: Sequence[int], known: dict[Place, Compiled], tools: Path
) -> Iterator[Compiled]:
    """All kernels of the modules whose names hold a text. `known`: those that were compiled before."""
    paths = [module_path("tests", name, "cuda").with_suffix(".cu") for name in names("tests") if only in name]
    seen: set[tuple[str, int, tuple[str, ...]]] = set()
    for head_dim, element, architecture in product(head_dims, ELEMENTS, architectures):
        for path in paths:
            for launch in launches(path, architecture, element, head_dim):
                key = launch.body(), architecture, launch.macros
                if key in seen:
                    continue
                seen.add(key)
                before = known.get(place(launch, architecture, element, head_dim))
                yield before or compiled(launch, architecture, element, head_dim, tools)


def summary(found: Sequence[Compiled]) -> Iterator[str]:
    """A table of what was compiled for each target, type and head size; then each kernel that spills."""
    yield "| target | elements | D | modules | kernels | most registers | most bytes shared | spill | s |"
    yield f"|---|---|{'--:|' * 7}"
    groups: dict[tuple[int, str, int], list[Compiled]] = {}
    for one in sorted(found, key=lambda one: (one.target, one.elements, one.head_dim)):
        groups.setdefault((one.target, one.elements, one.head_dim), []).append(one)
    for (target, elements, head_dim), ones in groups.items():
        cells = (
            *(f"sm_{target}", elements, head_dim, len({one.module for one in ones}), len(ones)),
            *(max(one.registers for one in ones), max(one.shared for one in ones)),
            *(sum(one.spilled > 0 for one in ones), f"{median(one.seconds for one in ones):.1f}"),
        )
        yield f"| {' | '.join(map(str, cells))} |"
    yield "\n| module | kernel | target | elements | D | tile | registers | bytes spilled |"
    yield "|---|---|---|---|--:|---|--:|--:|"
    for one in sorted(found, key=lambda one: (one.target, one.module, one.kernel)):
        if one.spilled:
            names = f"| {one.module} | `{one.kernel}` | sm_{one.target} | {one.elements} | {one.head_dim} "
            yield f"{names}| {one.tile} | {one.registers} | {one.spilled} |"


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="modules whose names hold it")
    parser.add_argument("--architectures", type=int, nargs="+", default=ARCHITECTURES, metavar="N")
    parser.add_argument("--head-dims", type=int, nargs="+", default=HEAD_DIMS, metavar="D")
    parser.add_argument("--tools", type=Path, default=TOOLS, metavar="FOLDER", help="with nvdisasm")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table there, and go on where it ends")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="of a table: print a summary, compile nothing")
    options = parser.parse_args(argv)
    if options.summary is not None:
        print(*summary(read(options.summary)), sep="\n")
        return 0
    rows = {one.place: one for one in read(options.out)} if options.out is not None and options.out.exists() else {}
    found = []
    for one in table(options.only, options.architectures, options.head_dims, rows, options.tools.absolute()):
        found.append(one)
        if one.place in rows:
            continue
        rows[one.place] = one
        print(one.line, flush=True)
        if options.out is not None:
            options.out.write_text("\n".join((HEAD, *(row.line for row in rows.values()))) + "\n", encoding="utf-8")
    wrong = [f"{' '.join(map(str, one.place))}: {text}" for one in found for text in one.findings()]
    print(*wrong, f"{len(found)} kernels, {len(wrong)} findings", sep="\n", file=sys.stderr)
    return 1 if wrong else 0


def read(path: Path) -> list[Compiled]:
    """The lines of a table."""
    return [Compiled.of(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
