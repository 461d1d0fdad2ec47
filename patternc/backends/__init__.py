"""The registry of backends: a backend is one module (or package) here, one template folder, one line below."""

from __future__ import annotations

from patternc.backends.backend import Backend
from patternc.backends.torch import TORCH
from patternc.backends.triton import TRITON

BACKENDS: tuple[Backend, ...] = (TORCH, TRITON)

__all__ = ["BACKENDS", "Backend"]
