"""Compile one recorded launch for a device kind, and read from its binary what a program costs there.

What is counted is what the assembly holds, not a time. PTX or AMD's assembly says how much work an iteration does; the
registers, spills and integer instructions are of the machine code.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import triton
from inner_loops import AMDGCN, PTX, SASS, Assembly, Loop, inner_loops, sass_text
from recorded_launches import Launched, padded, target_of
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TOOLS = Path(triton.__file__).parent / "backends" / "nvidia" / "bin"

BULK = re.compile(r"\bcp\.async\.bulk\.tensor\.\S*\.global\b")
"""Loads of a part of a tile by a tensor descriptor."""
WIDE = re.compile(
    r"\bld\.global\S*\.v4\.b32|\bld\.global\S*\.v2\.b64|cp\.async\.cg\.shared\.global[^;]*\b0x10|load_dwordx4|"
    + BULK.pattern
)
"""Loads of 16 bytes, or of a part of a tile."""
NARROW = re.compile(
    r"\bld\.global\S*(?<!v4)\.(?:b8|b16|b32)\b|cp\.async\.ca\.shared\.global|load_(?:u|s)?(?:byte|short|dword)\b"
)
"""Loads of at most 8 bytes."""

SPILLS = re.compile(r"^(?:@\S+ )?(?:STL|LDL)\b|^scratch_(?:load|store)")
"""Registers stored and loaded again, in machine code."""

SPECIAL = re.compile(r"\bMUFU\b")
"""Exponentials, reciprocals and the like, in SASS."""

PRODUCTS = {"_forward": (1, 1), "_grad_query": (2, 1), "_grad_key_value": (2, 2), "_grad_pairs": (1, 1)}
"""Products of a tile of rows and one of columns, in one iteration: of rows of queries and keys, and of values."""


@dataclass(frozen=True, slots=True)
class Room:
    """What the programs of a multiprocessor share: bytes of shared memory, threads, and registers for each thread
    of a full one times threads.
    """

    shared: int
    threads: int
    registers: int = 1 << 16


ROOMS = {
    "sm_80": Room(164 << 10, 2048),
    "sm_86": Room(100 << 10, 1536),
    "sm_90": Room(228 << 10, 2048),
    "sm_100": Room(228 << 10, 2048),
    "sm_120": Room(100 << 10, 1536),
}
TENSOR_COLUMNS = 512
"""Of the tensor memory of a multiprocessor, from sm_100 on (sm_120 has none)."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """What a launch compiled to.

    `rows`, `columns`: of its tiles. `spilled`: bytes a thread; `reloads`: instructions of an inner loop that
    store or load them, none if only what stands before and after the loops spills. `ctas`: programs that a
    multiprocessor holds at once.
    `exp2`, `work`: exponentials, and work of tensor cores, over what the pairs of a tile take; 0 where it computes
    none. `wait`: loads still under way at the wait of an iteration that leaves fewest; -1 where none is asynchronous.
    `tensor`, `wide`: products on tensor cores and loads of 16 bytes in the kernel; `bulk`: those of `wide` that are by
    tensor descriptors. `narrow`: smaller loads in the loop.
    `integers`, `instructions`: integer ones, and all, that a thread executes in an iteration that tests no pairs; of
    several loops, in the one with most, unless one of two tests all its pairs.
    """

    rows: int
    columns: int
    warps: int
    stages: int
    registers: int
    spilled: int
    reloads: int
    shared: int
    ctas: int
    exp2: float
    work: float
    wait: int
    tensor: int
    wide: int
    bulk: int
    narrow: int
    integers: int
    instructions: int


@dataclass(frozen=True, slots=True)
class Executed:
    """What the warps of a program of a CUDA kernel execute.

    `free`, `tested`: instructions of a warp in an iteration of the inner loop whose pairs all count, and in one that
    tests them; where there are several loops, of the one with most. `special`: of these, the ones for the unit of
    special functions. `products`: multiplications on tensor cores in an iteration of the program. `outside`:
    instructions of a warp that no inner loop holds. `ctas`: programs that a multiprocessor holds at once.
    """

    free: int
    tested: int
    special: int
    products: int
    outside: int
    warps: int
    ctas: int


def executed(launched: Launched, target: str) -> Executed:
    """Compile a launch, and read what its programs execute; it must compute weights in a loop."""
    capability = target_of(target).capability
    assert capability is not None, "only CUDA's machine code is read"
    binary = _compiled(launched, GPUTarget("cuda", capability, 32))
    found = _of_nvidia(launched, ROOMS[target], capability, binary)
    ptx = binary.asm["ptx"]
    _, _, listing = _resources(binary.asm["cubin"], ptx, capability)
    text = sass_text(listing)
    loops = inner_loops(text, SASS)
    free = _untested(loops)
    lines = sum(not SASS.label.match(line) for line in text.splitlines())
    return Executed(
        free=len(free.route),
        tested=max(len(loop.lines) for loop in loops),
        special=sum(bool(SPECIAL.search(line)) for line in free.route),
        products=max(_nvidia_work(loop, ptx, found.warps) for loop in inner_loops(ptx, PTX)),
        outside=lines - sum(len(loop.lines) for loop in loops),
        warps=found.warps,
        ctas=found.ctas,
    )


def emitted(launched: Launched, target: str) -> Emitted:
    """Compile a launch as Triton would at its first call, and measure it."""
    capability = target_of(target).capability
    if capability is None:
        return _of_amd(launched, _compiled(launched, GPUTarget("hip", target, 64)))
    return _of_nvidia(launched, ROOMS[target], capability, _compiled(launched, GPUTarget("cuda", capability, 32)))


def _compiled(launched: Launched, target: GPUTarget) -> triton.compiler.CompiledKernel:
    source = ASTSource(
        launched.kernel,
        dict(launched.signature),
        constexprs=dict(launched.constants),
        attrs={path: [["tt.divisibility", 16]] for path in launched.divisible},
    )
    return triton.compile(source, target=target, options=dict(launched.options))


def _of_nvidia(launched: Launched, room: Room, capability: int, binary: triton.compiler.CompiledKernel) -> Emitted:
    ptx, warps = binary.asm["ptx"], binary.metadata.num_warps
    registers, spilled, listing = _resources(binary.asm["cubin"], ptx, capability)
    loops, machine = inner_loops(ptx, PTX), inner_loops(sass_text(listing), SASS)
    tensor_columns = getattr(binary.metadata, "tmem_size", None) or 0
    threads, shared = 32 * warps, binary.metadata.shared
    ctas = min(
        room.registers // (-(-registers // 8) * 8 * threads), room.shared // (shared + 1024), room.threads // threads
    )
    return Emitted(
        rows=launched.tile.rows,
        columns=launched.tile.columns,
        warps=warps,
        stages=dict(launched.options).get("num_stages", 0),
        registers=registers,
        spilled=spilled,
        reloads=max((loop.count(SPILLS) for loop in machine), default=0),
        shared=shared,
        ctas=min(ctas, TENSOR_COLUMNS // tensor_columns) if tensor_columns else ctas,
        exp2=_exp2(launched, loops, PTX, threads),
        work=_work(launched, loops, [_nvidia_work(loop, ptx, warps) for loop in loops]),
        wait=min((*(int(x) for loop in loops for x in _waits(loop)), *_bulk_waits(loops, ptx)), default=-1),
        tensor=len(PTX.product.findall(ptx)),
        wide=len(WIDE.findall(ptx)),
        bulk=len(BULK.findall(ptx)),
        narrow=max((loop.count(NARROW) for loop in loops), default=0),
        integers=_integers(_untested(machine), SASS) if machine else 0,
        instructions=len(_untested(machine).route) if machine else 0,
    )


def _untested(loops: Sequence[Loop]) -> Loop:
    """The loop whose iterations execute most."""
    return max(loops, key=lambda loop: len(loop.route))


def _of_amd(launched: Launched, binary: triton.compiler.CompiledKernel) -> Emitted:
    text, warps, shared = binary.asm["amdgcn"], binary.metadata.num_warps, binary.metadata.shared
    loops = inner_loops(text, AMDGCN)
    registers = _number("vgpr_count", text)
    waves = min(8, 512 // (-(-registers // 8) * 8)) * 4  # of a compute unit: 512 vector registers a lane and SIMD
    return Emitted(
        rows=launched.tile.rows,
        columns=launched.tile.columns,
        warps=warps,
        stages=dict(launched.options).get("num_stages", 0),
        registers=registers,
        spilled=4 * _number("vgpr_spill_count", text),
        reloads=max((loop.count(SPILLS) for loop in loops), default=0),
        shared=shared,
        ctas=min(waves // warps, (64 << 10) // max(1, shared)),
        exp2=_exp2(launched, loops, AMDGCN, 64 * warps),
        work=_work(launched, loops, [_amd_work(loop, warps) for loop in loops]),
        wait=-1,
        tensor=len(re.findall(r"\bv_mfma_", text)),
        wide=len(WIDE.findall(text)),
        bulk=0,
        narrow=max((loop.count(NARROW) for loop in loops), default=0),
        integers=max((_integers(loop, AMDGCN) for loop in loops), default=0),
        instructions=max((len(loop.route) for loop in loops), default=0),
    )


def _number(name: str, text: str) -> int:
    """A figure of the kernel's metadata."""
    (found,) = re.findall(rf"\.{name}:\s+(\d+)", text)
    return int(found)


def _amd_work(loop: Loop, warps: int) -> int:
    shapes = [re.match(r"v_mfma_f32_(\d+)x(\d+)x(\d+)_?\w*", line) for line in loop.lines]
    return sum(warps * int(one[1]) * int(one[2]) * int(one[3]) for one in shapes if one)


def _exp2(launched: Launched, loops: Sequence[Loop], language: Assembly, threads: int) -> float:
    """Exponentials a thread over those of the pairs of a tile; a softcap takes one more for each pair."""
    tile, each = launched.tile, 2 if "_tanh(" in launched.source else 1
    if not tile.columns:  # it merges what others computed
        return 0.0
    ideal = each * tile.rows * tile.columns / threads
    return max((loop.count(language.exp2) / ideal for loop in loops), default=0.0)


def _work(launched: Launched, loops: Sequence[Loop], done: Sequence[int]) -> float:
    """Multiplications on tensor cores over those of a tile, whose rows are padded to whole parts of head_dim."""
    if not launched.tile.columns or not loops or not max(done):
        return 0.0
    tile = launched.tile
    key, value = next(counts for name, counts in PRODUCTS.items() if launched.kernel.__name__.startswith(name))
    numbers = key * padded(tile.key_dim) + value * padded(tile.value_dim)
    return max(done) / (tile.rows * tile.columns * numbers)


def _nvidia_work(loop: Loop, ptx: str, warps: int) -> int:
    """Multiplications on tensor cores in an iteration of a program."""
    total = 0
    for line in loop.lines:
        if found := re.search(r"\b(mma\.sync|wgmma\.mma_async)\S*?\.m(\d+)n(\d+)k(\d+)", line):
            rows, columns, depth = map(int, found.groups()[1:])
            total += rows * columns * depth * (warps if found[1] == "mma.sync" else warps // 4)
        elif found := re.search(r"tcgen05\.mma\S*\.kind::(\w+) .*, (%r\d+), %p\d+;", line):
            shape = re.search(rf"mov\.b32\s+{found[2]}, (\d+);", ptx)
            assert shape is not None, line
            described = int(shape[1])  # PTX ISA, instruction descriptor: N / 8 from bit 17, M / 16 from bit 24
            rows, columns = 16 * (described >> 24 & 31), 8 * (described >> 17 & 63)
            total += rows * columns * {"f16": 16, "tf32": 8}[found[1]]
    return total


def _waits(loop: Loop) -> list[str]:
    return [found for line in loop.lines for found in re.findall(r"cp\.async\.wait_group\s+(\d+)", line)]


def _bulk_waits(loops: Sequence[Loop], ptx: str) -> Iterator[int]:
    """Tiles under way where an iteration of the first loop waits for the last of its two: those loaded before, but two.

    Descriptors load by barriers, which do not count as `cp.async` does. An iteration loads as many tiles as it takes.
    """
    loads = [line for line in map(str.strip, ptx.splitlines()) if BULK.search(line)]
    inside = next(([line for line in loop.lines if BULK.search(line)] for loop in loops if loop.count(BULK)), [])
    if inside:
        yield 2 * (loads.index(inside[0]) - len(inside)) // len(inside)


def _integers(loop: Loop, language: Assembly) -> int:
    return sum(bool(language.integer.search(line)) for line in loop.route)


def _resources(cubin: bytes, ptx: str, capability: int) -> tuple[int, int, str]:
    """Registers a thread, bytes a thread that are stored because registers ran out, and the listing of the binary."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(cubin)
        text = _output([TOOLS / "cuobjdump", "-res-usage", "-sass", file])
        registers = max(int(x) for x in re.findall(r"REG:(\d+)", text))
        if all(int(x) == int(y) == 0 for x, y in re.findall(r"STACK:(\d+).*?LOCAL:(\d+)", text)):
            return registers, 0, text
        # A stack may hold other things than registers: the assembler says.
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        tool = TOOLS / ("ptxas-blackwell" if capability >= 90 else "ptxas")
        arch = f"sm_{capability}{'a' if capability >= 90 else ''}"
        said = _output([tool, "-v", f"--gpu-name={arch}", source, "-o", Path(folder) / "again.cubin"])
        return registers, max(int(x) for x in re.findall(r"(\d+) bytes spill stores", said)), text


def _output(command: Sequence[str | Path]) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    return done.stdout + done.stderr
