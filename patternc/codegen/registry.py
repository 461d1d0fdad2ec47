"""The registry of backends: a backend is one package here, one template folder, one line below."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.codegen.backend import Backend
from patternc.codegen.cpp import CPP
from patternc.codegen.cuda import CUDA
from patternc.codegen.torch import TORCH
from patternc.codegen.triton import TRITON
from patternc.targets import Target

BACKENDS: tuple[Backend, ...] = (TORCH, TRITON, CPP, CUDA)
"""The first one runs on every device that torch has."""


def backend_for(target: Target) -> Backend:
    """The backend that runs best on a target: the best for GPUs alone where one builds for it, the fastest on CPUs."""
    return next(iter((*gpu_backends(target), *_cpu_backends(target))))


def _cpu_backends(target: Target) -> Iterator[Backend]:
    """The backends for CPUs alone that build for a target: `auto` takes them where they find a compiler."""
    return (one for one in BACKENDS if one.devices == ("cpu",) and target.name in one.targets)


def gpu_backends(target: Target) -> tuple[Backend, ...]:
    """The backends for GPUs alone that build for a target, the best first."""
    return tuple(one for one in BACKENDS if "cpu" not in one.devices and target.name in one.targets)


def tiled_targets() -> tuple[str, ...]:
    """The names of the targets that have programs over tiles, most important first."""
    return tuple(dict.fromkeys(name for backend in tiled_backends() for name in backend.targets))


def tiled_backends() -> tuple[Backend, ...]:
    """The backends whose tiles can be tuned."""
    return tuple(one for one in BACKENDS if one.tiling is not None)


__all__ = ["BACKENDS", "Backend", "backend_for", "gpu_backends", "tiled_backends", "tiled_targets"]
