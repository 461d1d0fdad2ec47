"""Run a program as on a machine with an H100, without one: kernels are compiled and launched, and do nothing.

The driver is `stub_driver.c`, built with the system's compiler; Triton's binder, compiler, launcher and loader are the
real ones. Tensors lie in the machine's memory and say that they lie on the GPU, so that programs and generated modules
take the paths that they take there. What kernels would have written is whatever memory held.

    python benchmarks/pretend_gpu.py benchmarks/gpu_check.py --rehearse --only "sliding_window_triton whole"
    python benchmarks/pretend_gpu.py --launches build/launches.jsonl benchmarks/gpu_check.py --rehearse

It needs a C compiler, and triton and torch as `gpu_check.py` does.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

HERE = Path(__file__).resolve().parent
PROPERTIES = SimpleNamespace(
    name="H100 (pretended)", multi_processor_count=132, total_memory=80 << 30, L2_cache_size=50 << 20, major=9, minor=0
)


def environment(folder: Path, launches: Path | None = None) -> dict[str, str]:
    """Build the driver into a folder, and say which variables make a Python process pretend from its start.

    Args:
        folder: of the driver, and of what Python imports at its start.
        launches: a file to which each launch appends a line of JSON: kernel, grid, threads, bytes of shared memory.

    Raises:
        FileNotFoundError: triton is not installed, or there is no C compiler.
    """
    triton = find_spec("triton")
    if triton is None or triton.origin is None:
        raise FileNotFoundError("triton is not installed: its driver's header is needed to build the stub")
    include = Path(triton.origin).parent / "backends" / "nvidia" / "include"
    library = folder / "libcuda.so.1"
    options = "-shared", "-fPIC", "-O1", "-Wall", "-Werror", f"-I{include}", "-Wl,-soname,libcuda.so.1"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, *options, "-o", str(library), str(HERE / "stub_driver.c")], check=True)
    (folder / "sitecustomize.py").write_text("import pretend_gpu\n\npretend_gpu.pretend()\n")
    paths = [str(folder), str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        "PYTHONPATH": os.pathsep.join(paths),
        "LD_LIBRARY_PATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]),
        "TRITON_LIBCUDA_PATH": str(folder),
        **({"PATTERNC_LAUNCHES": str(launches)} if launches is not None else {}),
    }


def pretend() -> None:
    """From here on, this process has a GPU: `torch.cuda` says so, and tensors in its memory lie there."""
    import torch
    from torch.utils._device import DeviceContext, _device_constructors

    constructors = {id(made) for made in _device_constructors()}
    for name, made in tuple(vars(torch).items()):
        if id(made) in constructors:
            setattr(torch, name, _here(made))
    for name in ("to", "new_empty", "new_full", "new_ones", "new_tensor", "new_zeros"):
        setattr(torch.Tensor, name, _here(getattr(torch.Tensor, name)))
    DeviceContext.__init__ = _here(DeviceContext.__init__)  # type: ignore[method-assign]

    class Generator(torch.Generator):
        def __new__(cls, _device: object = "cpu") -> Self:
            return super().__new__(cls, "cpu")  # type: ignore[call-arg]

    torch.Generator = Generator  # type: ignore[misc, assignment]
    gpu, real = torch.device("cuda", 0), torch._C.TensorBase.device.__get__
    torch.Tensor.device = property(lambda x: gpu if real(x).type == "cpu" else real(x))  # type: ignore[assignment]
    torch.Tensor.is_cpu = property(lambda x: x.device.type == "cpu")  # type: ignore[assignment]
    torch.Tensor.cuda = lambda x, *_, **__: x  # type: ignore[method-assign]
    for name, value in _device().items():
        setattr(torch.cuda, name, value)
    vars(torch._C)["_cuda_getCurrentRawStream"] = lambda _: 0  # which Triton asks, of a build of torch that has it


def _here(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function to which the GPU is the CPU."""

    def place(value: object) -> object:
        named = isinstance(value, str) and value.split(":")[0] == "cuda"
        return "cpu" if named or getattr(value, "type", None) == "cuda" else value

    @wraps(function)
    def call(*args: object, **more: object) -> object:
        return function(*map(place, args), **{name: place(value) for name, value in more.items()})

    return call


def _device() -> Mapping[str, object]:
    """What stands in for functions and classes of `torch.cuda`."""

    class Event:
        def __init__(self, **_: object) -> None:
            self.at = 0.0

        def record(self, *_: object) -> None:
            self.at = time.perf_counter()

        def query(self) -> bool:
            return False

        def synchronize(self) -> None:
            pass

        def elapsed_time(self, later: Event) -> float:
            return (later.at - self.at) * 1e3

    stream = SimpleNamespace(cuda_stream=0, synchronize=lambda: None, wait_stream=lambda _: None)

    class Graph:
        def replay(self) -> None:
            pass

    @contextmanager
    def during(*_: object, **__: object) -> Iterator[None]:
        yield

    return {
        "is_available": lambda: True,
        "is_initialized": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": lambda _: None,
        "get_device_capability": lambda *_: (9, 0),
        "get_device_name": lambda *_: PROPERTIES.name,
        "get_device_properties": lambda *_: PROPERTIES,
        "synchronize": lambda *_: None,
        "current_stream": lambda *_: stream,
        "is_current_stream_capturing": lambda: False,
        "memory_allocated": lambda *_: 0,
        "max_memory_allocated": lambda *_: 0,
        "reset_peak_memory_stats": lambda *_: None,
        "empty_cache": lambda: None,
        "_sleep": lambda _: None,
        "Event": Event,
        "Stream": lambda *_, **__: stream,
        "CUDAGraph": Graph,
        "graph": during,
        "stream": during,
    }


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--launches", type=Path, metavar="FILE", help="append a line of JSON for each launch")
    parser.add_argument("program", help="a Python file, and its arguments")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        found = environment(Path(folder), options.launches.absolute() if options.launches else None)
        command = [sys.executable, options.program, *options.arguments]
        return subprocess.run(command, env={**os.environ, **found}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
