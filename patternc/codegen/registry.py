"""The registry of backends: a backend is one package here, one template folder, one line below."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.cpp import CPP
from patternc.codegen.torch import TORCH
from patternc.codegen.triton import TRITON
from patternc.targets import Target

BACKENDS: tuple[Backend, ...] = (TORCH, TRITON, CPP)
"""The first one runs on every device that torch has."""


def backend_for(target: Target) -> Backend:
    """The backend that runs best on a target: one with programs over tiles where it builds for the target."""
    return next((one for one in BACKENDS if one.tiled and target.name in one.targets), BACKENDS[0])


def tiled_targets() -> tuple[str, ...]:
    """The names of the targets that have programs over tiles, most important first."""
    return tuple(dict.fromkeys(name for backend in BACKENDS if backend.tiled for name in backend.targets))


__all__ = ["BACKENDS", "Backend", "backend_for", "tiled_targets"]
