"""Compile the launches of a module ahead of time, for any CUDA target: no GPU is needed or used.

Triton is given a driver that knows the target's capability and no device. A call of `attention` on CPU tensors then
compiles every kernel as at that launch, and runs none. Triton is imported on first use.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from unittest import mock

from patternc.targets import Target
from patternc.testing.compare import answer_of, draw, with_selection
from patternc.tuning.search import Candidate, Compiled
from patternc.tuning.subjects import COMPILED_LENGTH, Subject

if TYPE_CHECKING:
    from triton.backends.compiler import GPUTarget
    from triton.compiler import CompiledKernel

NO_DEVICE = 1 << 20
"""A device number that no machine has: Triton caches compiled kernels by device number."""
TENSOR_CORES = re.compile(r"\b(?:wgmma\.mma_async|mma\.sync|tcgen05\.mma)")


@dataclass(frozen=True, slots=True)
class _NoDevice:
    """A Triton driver without a device."""

    target: GPUTarget

    def get_current_target(self) -> GPUTarget:
        return self.target

    def get_current_device(self) -> int:
        return NO_DEVICE

    def get_current_stream(self, _device: int) -> int:
        return 0


def compiled(several: tuple[Subject, ...], kernel: str, candidate: Candidate) -> Compiled:
    """Compile a kernel's launches in the modules of all subjects, with the tile of a candidate."""
    target = several[0].plan.target
    found = [
        _figures(made, target, one.dtype)
        for one in several
        for made in _launched(one, one.module(kernel, candidate), one.names(kernel))
    ]
    fault = next((one.fault for one in found if one.fault), "")
    return Compiled(
        max(one.registers for one in found), max(one.spilled for one in found), max(one.shared for one in found), fault
    )


def _launched(subject: Subject, module: ModuleType, names: frozenset[str]) -> list[CompiledKernel]:
    """The distinct compiled kernels of a forward and a backward pass whose names are in `names`."""
    from triton.runtime.jit import JITFunction

    shape, found = subject.shape(COMPILED_LENGTH, 1), dict[str, "CompiledKernel"]()
    run = JITFunction.run

    def compile_only(kernel: JITFunction, *args: object, grid: object, warmup: bool, **options: object) -> None:
        del warmup
        if kernel.__name__ in names:
            made = run(kernel, *args, grid=grid, warmup=True, **options)
            found[made.hash] = made

    with ExitStack() as stack:
        stack.enter_context(_driver(subject.plan.target))
        stack.enter_context(mock.patch.object(JITFunction, "run", compile_only))
        stack.enter_context(mock.patch.object(module, "_check_device", return_value=None))
        inputs = with_selection(module, subject.pattern, shape, draw(shape, subject.dtype, "cpu", 0, subject.pattern))
        answer_of(module, subject.pattern, shape, inputs)
    return list(found.values())


@contextmanager
def _driver(target: Target) -> Iterator[None]:
    from triton.backends.compiler import GPUTarget
    from triton.runtime import driver

    assert target.capability is not None
    before = driver._active
    driver.set_active(_NoDevice(GPUTarget("cuda", target.capability, 32)))
    try:
        yield
    finally:
        driver._active = before


def _figures(made: CompiledKernel, target: Target, dtype: str) -> Compiled:
    assert target.capability is not None
    ptx, shared = made.asm["ptx"], made.metadata.shared
    registers, spilled = _resources(made.asm["cubin"], ptx, target.capability)
    fault = ""
    if shared > target.shared_memory:
        fault = f"takes {shared} bytes of shared memory, {target.name} has {target.shared_memory}"
    elif dtype != "float32" and not TENSOR_CORES.search(ptx):
        fault = "uses no tensor cores"
    return Compiled(registers, spilled, shared, fault)


def _resources(cubin: bytes, ptx: str, capability: int) -> tuple[int, int]:
    """Registers per thread, and spilled bytes per thread."""
    import triton

    tools = Path(triton.__file__).parent / "backends" / "nvidia" / "bin"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(cubin)
        text = _output(tools / "cuobjdump", "-res-usage", file)
        registers = max(int(x) for x in re.findall(r"REG:(\d+)", text))
        if all(int(x) == int(y) == 0 for x, y in re.findall(r"STACK:(\d+).*?LOCAL:(\d+)", text)):
            return registers, 0
        # A stack may hold other things than registers: the assembler says.
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        tool = tools / ("ptxas-blackwell" if capability >= 90 else "ptxas")
        arch = f"sm_{capability}{'a' if capability >= 90 else ''}"
        text = _output(tool, "-v", f"--gpu-name={arch}", source, "-o", Path(folder) / "again.cubin")
        return registers, max(int(x) for x in re.findall(r"(\d+) bytes spill stores", text))


def _output(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    return done.stdout + done.stderr
