"""Compile the launches of a Triton module ahead of time, for any CUDA target: no GPU is needed or used.

Triton is given a driver that knows the target's capability and no device. A call of `attention` on CPU tensors then
compiles every kernel as at that launch, and runs none. Triton is imported on first use.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from unittest import mock

from patternc.codegen.backend import Compiled
from patternc.targets import Target

if TYPE_CHECKING:
    from triton.backends.compiler import GPUTarget
    from triton.compiler import CompiledKernel

TENSOR_CORES = re.compile(r"\b(?:wgmma\.mma_async|mma\.sync|tcgen05\.mma)")


@dataclass(frozen=True, slots=True)
class _NoDevice:
    """A Triton driver without a device."""

    target: GPUTarget

    def get_current_target(self) -> GPUTarget:
        return self.target

    def get_current_device(self) -> int:
        # A device number that no machine has: Triton caches compiled kernels by device number.
        return 1 << 20

    def get_current_stream(self, _device: int) -> int:
        return 0


def compiled(
    module: ModuleType, target: Target, dtype: str, names: frozenset[str], call: Callable[[], object]
) -> Iterator[Compiled]:
    """The resources of the distinct kernels that a call launches and whose names are in `names`."""
    from triton.runtime.jit import JITFunction

    found = dict[str, "CompiledKernel"]()
    run = JITFunction.run

    def compile_only(kernel: JITFunction, *args: object, grid: object, warmup: bool, **options: object) -> None:
        del warmup
        if kernel.__name__ in names:
            made = run(kernel, *args, grid=grid, warmup=True, **options)
            found[made.hash] = made

    with ExitStack() as stack:
        stack.enter_context(_driver(target))
        stack.enter_context(mock.patch.object(JITFunction, "run", compile_only))
        stack.enter_context(mock.patch.object(module, "_check_device", return_value=None))
        call()
    return (_figures(made, target, dtype) for made in found.values())


def misfits() -> tuple[type[Exception], ...]:
    """The errors that Triton raises for a tile that takes more shared memory or registers than the device has."""
    from triton.runtime.errors import OutOfResources

    return (OutOfResources,)


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
