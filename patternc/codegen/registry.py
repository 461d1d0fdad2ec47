"""The registry of backends: a backend is one package here, one template folder, one line below."""

from __future__ import annotations

from patternc.codegen.backend import Backend
from patternc.codegen.torch import TORCH
from patternc.codegen.triton import TRITON

BACKENDS: tuple[Backend, ...] = (TORCH, TRITON)

__all__ = ["BACKENDS", "Backend"]
