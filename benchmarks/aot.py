"""Compile every Triton kernel of generated modules for every GPU target, ahead of time: no GPU is needed or used.

Launches are recorded while `_forward` and `_backward` of a module run on meta tensors; each distinct kernel is then
compiled as Triton would compile it at that launch. The table says what came out, and `findings` what must not:
register spills, more shared memory than the device has, 16-bit kernels without tensor cores, loads of under 16 bytes.

    python benchmarks/aot.py                       # tests/patterns/*.pat, every target, bf16 at head_dim 64
    python benchmarks/aot.py longnet --target sm_90 --dtype bfloat16 --head-dim 128
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import assert_never
from unittest import mock

os.environ.pop("TRITON_INTERPRET", None)

import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.runtime.jit import JITFunction

from patternc.codegen.interface import Argument, Kind, heads_read, operands
from patternc.codegen.registry import BACKENDS
from patternc.driver import analyse, compile_text, read
from patternc.targets import Target, target_named
from patternc.testing.calls import shapes

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(triton.__file__).parent / "backends" / "nvidia" / "bin"
TYPES = {
    torch.float32: "fp32",
    torch.float16: "fp16",
    torch.bfloat16: "bf16",
    torch.int32: "i32",
    torch.int64: "i64",
}
DTYPES = ("bfloat16", "float16", "float32")
TRITON = next(backend for backend in BACKENDS if backend.name == "triton")

WIDE = r"\bld\.global\S*\.v4\.b32|\bld\.global\S*\.v2\.b64|cp\.async\.cg\.shared\.global[^;]*\b0x10"
"""Loads of 16 bytes."""

Nested = object
Path_ = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """What is compiled: a pattern file, a device kind, an element type, a head size."""

    pattern: Path
    target: str
    dtype: str
    head_dim: int


@dataclass(frozen=True, slots=True)
class Launched:
    """A kernel as one launch asks for it. `source`: its text and that of all it calls."""

    kernel: JITFunction
    source: str
    signature: tuple[tuple[str, Nested], ...]
    constants: tuple[tuple[Path_, object], ...]
    divisible: tuple[Path_, ...]
    options: tuple[tuple[str, int], ...]

    @property
    def key(self) -> tuple[object, ...]:
        return self.source, self.signature, self.constants, self.divisible, self.options


@dataclass(frozen=True, slots=True)
class Figures:
    """What a kernel compiled to. `spilled`: bytes a thread; `tensor`, `wide`: instructions in the PTX."""

    pattern: str
    kernel: str
    target: str
    dtype: str
    head_dim: int
    registers: int
    spilled: int
    shared: int
    tensor: int
    wide: int
    seconds: float

    def findings(self) -> tuple[str, ...]:
        """What is wrong with it; nothing, if all is well."""
        limit = _target(self.target).shared_memory
        visits = "_merged" not in self.kernel and not self.kernel.startswith(("_row_", "_mix_"))
        found = []
        if self.spilled:
            found.append(f"spills {self.spilled} bytes a thread")
        if self.shared > limit:
            found.append(f"takes {self.shared} bytes of shared memory, the device has {limit}")
        if visits and self.dtype != "float32" and not self.tensor:
            found.append("uses no tensor cores")
        if not self.wide:
            found.append("loads less than 16 bytes at a time")
        return tuple(f"{self.pattern} {self.kernel} {self.target} {self.dtype} D={self.head_dim}: {x}" for x in found)


def figures(cases: Sequence[Case]) -> Iterator[Figures]:
    """Compile the kernels of all cases, each distinct one once for a target."""
    known: dict[tuple[object, ...], Figures] = {}
    for case in cases:
        for launched in launches(case):
            key = (case.target, *launched.key)
            if key in known:
                continue
            known[key] = _compiled(launched, case)
            yield known[key]


# ---- recording -------------------------------------------------------------------------------------------------------


def launches(case: Case, length: int = 4096, head_offset: int = 0) -> tuple[Launched, ...]:
    """The distinct launches of a forward and backward pass over about `length` positions, and of a call of one query.

    Args:
        case: what is compiled.
        length: of the sequence.
        head_offset: which head of the whole model the first of the call is.
    """
    module = _module(case)
    found: dict[tuple[object, ...], Launched] = {}

    def record(kernel: JITFunction, *args: object, grid: object, warmup: bool, **options: object) -> None:
        del grid, warmup
        launched = _described(kernel, args, options, module)
        found.setdefault(launched.key, launched)

    with mock.patch.object(JITFunction, "run", record):
        _run(module, case, length, head_offset)
    return tuple(found.values())


def _module(case: Case) -> ModuleType:
    source = read(case.pattern)
    (file,) = compile_text(source, TRITON, _target(case.target), {})
    folder = Path(tempfile.mkdtemp(prefix="aot-"))
    path = folder / file.name
    path.write_text(file.text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _run(module: ModuleType, case: Case, length: int, head_offset: int) -> None:
    """A forward and a backward pass on tensors without storage."""
    (pattern,) = analyse(read(case.pattern), {}).meanings
    shape = shapes(pattern, length)[0]
    n, dtype = shape.queries, getattr(torch, case.dtype)
    query = torch.empty(2, shape.heads, n, case.head_dim, dtype=dtype, device="meta")
    key, value = (torch.empty(2, shape.kv_heads, n, case.head_dim, dtype=dtype, device="meta") for _ in range(2))
    given = [_given(one, shape.heads, n) for one in operands(pattern) if one.kind is not Kind.HEADS]
    places = {"head_offset": head_offset, "num_heads": head_offset + shape.heads}
    given = [*(places[one.name] for one in heads_read(pattern)), *given]
    with mock.patch.dict(vars(module), _unlisted(module)):
        saved = module._forward(query, key, value, 0.125, 0, 0, n, *given)
        for start in (n - 1, *_positions(module)):
            module._forward(query[:, :, :1], key, value, 0.125, start, 0, n, *given)
        grad_lse = query.new_empty(0, dtype=torch.float32)
        module._backward(query, key, value, *saved, torch.empty_like(query), grad_lse, 0.125, 0, 0, n, *given)


def _positions(module: ModuleType) -> Iterator[torch.Tensor]:
    """A tensor of positions, one for each batch entry, where kernels take it."""
    if "Tensor" in str(module.attention.__annotations__["q_offset"]):
        yield torch.empty(2, dtype=torch.int32, device="meta")


def _given(one: Argument, heads: int, n: int) -> object:
    """What kernels get of an input; offsets are each batch entry's own."""
    match one.kind:
        case Kind.OFFSETS:
            return torch.empty(2, 2, n, dtype=torch.int32, device="meta")
        case Kind.LENGTHS:
            return torch.empty(2, dtype=torch.int32, device="meta")
        case Kind.TABLE:
            return torch.empty([extent or heads for extent in one.shape], device="meta")
        case Kind.SELECTION:
            (count,) = one.shape
            assert count is not None
            return torch.empty(2, heads, -(-n // one.block), count, dtype=torch.int32, device="meta")
        case Kind.DROPOUT:
            return 0.25
        case Kind.SEED:
            return 7
        case Kind.HEADS:
            raise AssertionError("which heads of the model a call holds is the caller's to say")
        case _:
            assert_never(one.kind)


def _unlisted(module: ModuleType) -> dict[str, Callable[..., object]]:
    """What stands in for functions of a module that look into tensors: lists of nothing, of the right types."""

    def entries(*_: object) -> torch.Tensor:
        return torch.empty(1024, dtype=torch.int32, device="meta")

    def listed(_side: str, _pairs: object, _rows: range, _columns: range, block: int, tile: int) -> object:
        return module._List(tuple(entries() for _ in range(4)), 8, 4, block if block % tile == 0 else tile)

    names = [name for name in vars(module) if re.fullmatch(r"_pairs_\d+|_place_\d+|_by_similarity", name)]
    lists = [name for name in ("_list", "_static_list") if hasattr(module, name)]
    return {**dict.fromkeys(names, entries), **dict.fromkeys(lists, listed)}


def _described(
    kernel: JITFunction, args: Sequence[object], options: Mapping[str, object], module: ModuleType
) -> Launched:
    names = [parameter.name for parameter in kernel.params]
    given = {**dict(zip(names, args, strict=False)), **options}
    signature: dict[str, Nested] = {}
    constants: dict[Path_, object] = {}
    divisible: list[Path_] = []
    for number, parameter in enumerate(kernel.params):
        value = given.pop(parameter.name, parameter.default)
        if parameter.is_constexpr:
            signature[parameter.name] = "constexpr"
            constants[number,] = value
        else:
            fixed = not parameter.do_not_specialize
            signature[parameter.name] = _type(value, (number,), constants, divisible, fixed)
    return Launched(
        kernel,
        _source(kernel, module),
        tuple(signature.items()),
        tuple(constants.items()),
        tuple(divisible),
        tuple((name, value) for name, value in given.items() if isinstance(value, int)),
    )


def _type(value: object, path: Path_, constants: dict[Path_, object], divisible: list[Path_], fixed: bool) -> Nested:
    """The type Triton gives an argument; 1 and multiples of 16 are known to the compiler where `fixed`."""
    match value:
        case tuple():
            return tuple(_type(item, (*path, i), constants, divisible, True) for i, item in enumerate(value))
        case torch.Tensor():
            divisible.append(path)
            return f"*{TYPES[value.dtype]}"
        case None:
            constants[path] = None
            return "constexpr"
        case float():
            return "fp32"
        case int() if fixed and value == 1:
            constants[path] = 1
            return "constexpr"
        case int():
            if fixed and value % 16 == 0:
                divisible.append(path)
            return "i32" if -(1 << 31) <= value < 1 << 31 else "i64"
        case _:
            raise TypeError(f"an argument of type {type(value).__name__}")


def _source(kernel: JITFunction, module: ModuleType) -> str:
    """The text of a kernel and of every function it calls, directly or not."""
    texts: dict[str, str] = {}
    queue = [kernel]
    while queue:
        function = queue.pop()
        texts[function.__name__] = function.src
        for word in sorted(set(re.findall(r"\w+", function.src)) - texts.keys()):
            called = getattr(module, word, None)
            if isinstance(called, JITFunction):
                queue.append(called)
    return "\n".join(texts[name] for name in sorted(texts))


# ---- compiling -------------------------------------------------------------------------------------------------------


def _compiled(launched: Launched, case: Case) -> Figures:
    capability = _target(case.target).capability
    assert capability is not None
    source = ASTSource(
        launched.kernel,
        dict(launched.signature),
        constexprs=dict(launched.constants),
        attrs={path: [["tt.divisibility", 16]] for path in launched.divisible},
    )
    start = time.perf_counter()
    result = triton.compile(source, target=GPUTarget("cuda", capability, 32), options=dict(launched.options))
    seconds = time.perf_counter() - start
    registers, spilled = _resources(result.asm["cubin"], result.asm["ptx"], capability)
    ptx = result.asm["ptx"]
    return Figures(
        pattern=case.pattern.stem,
        kernel=launched.kernel.__name__,
        target=case.target,
        dtype=case.dtype,
        head_dim=case.head_dim,
        registers=registers,
        spilled=spilled,
        shared=result.metadata.shared,
        tensor=len(re.findall(r"\b(?:wgmma\.mma_async|mma\.sync|tcgen05\.mma)", ptx)),
        wide=len(re.findall(WIDE, ptx)),
        seconds=seconds,
    )


def _resources(cubin: bytes, ptx: str, capability: int) -> tuple[int, int]:
    """Registers a thread, and bytes a thread that are stored because registers ran out."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(cubin)
        text = _output([TOOLS / "cuobjdump", "-res-usage", file])
        registers = max(int(x) for x in re.findall(r"REG:(\d+)", text))
        if all(int(x) == int(y) == 0 for x, y in re.findall(r"STACK:(\d+).*?LOCAL:(\d+)", text)):
            return registers, 0
        # A stack may hold other things than registers: the assembler says.
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        tool = TOOLS / ("ptxas-blackwell" if capability >= 90 else "ptxas")
        arch = f"sm_{capability}{'a' if capability >= 90 else ''}"
        text = _output([tool, "-v", f"--gpu-name={arch}", source, "-o", Path(folder) / "again.cubin"])
        return registers, max(int(x) for x in re.findall(r"(\d+) bytes spill stores", text))


def _output(command: Sequence[str | Path]) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def _target(name: str) -> Target:
    target = target_named(name)
    assert target is not None, name
    return target


# ---- the command -----------------------------------------------------------------------------------------------------


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("patterns", nargs="*", help="pattern files or their names; default: tests/patterns/*.pat")
    parser.add_argument("--target", action="append", choices=TRITON.targets, help="default: all")
    parser.add_argument("--dtype", action="append", choices=DTYPES, help="default: bfloat16")
    parser.add_argument("--head-dim", action="append", type=int, help="default: 64")
    parser.add_argument("--json", action="store_true", help="one JSON object a kernel instead of the table")
    options = parser.parse_args(argv)
    paths = [_pattern(name) for name in options.patterns] or sorted((ROOT / "tests" / "patterns").glob("*.pat"))
    cases = [
        Case(path, target, dtype, head_dim)
        for target in options.target or TRITON.targets
        for dtype in options.dtype or ("bfloat16",)
        for head_dim in options.head_dim or (64,)
        for path in paths
    ]
    wrong: list[str] = []
    if not options.json:
        names = f"{'pattern':18} {'kernel':28} {'target':7} {'dtype':9} {'D':>3}"
        print(f"{names} {'regs':>4} {'spill':>5} {'shared':>7} {'mma':>4} {'16B':>4} {'s':>5}")
    for row in figures(cases):
        print(json.dumps(asdict(row)) if options.json else _line(row), flush=True)
        wrong += row.findings()
    for finding in wrong:
        print(finding, file=sys.stderr)
    return 1 if wrong else 0


def _pattern(name: str) -> Path:
    return Path(name) if name.endswith(".pat") else ROOT / "tests" / "patterns" / f"{name}.pat"


def _line(row: Figures) -> str:
    sizes = f"{row.registers:4} {row.spilled:5} {row.shared:7} {row.tensor:4} {row.wide:4} {row.seconds:5.1f}"
    return f"{row.pattern:18} {row.kernel:28} {row.target:7} {row.dtype:9} {row.head_dim:3} {sizes}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
