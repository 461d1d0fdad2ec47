"""Run the kernels of an older architecture on a newer GPU: its tiles and products, compiled by the driver from PTX.

What depends on the architecture is the tile, which of the tensor cores' instructions multiplies, and `__CUDA_ARCH__`.
PTX of sm_75 has all of them, and newer GPUs execute the instructions of sm_70 and sm_75 too, though slowly.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

ARCHITECTURES = 61, 70, 75
LOWEST = 75
"""The lowest architecture for which CUDA 13 compiles."""


def choose(module: ModuleType, architecture: int) -> None:
    """Let a CUDA module, and all others of its package, choose and compile as on a GPU of an architecture.

    Raises:
        ValueError: the architecture is none of these.
    """
    if architecture not in ARCHITECTURES:
        known = ", ".join(map(str, ARCHITECTURES))
        raise ValueError(f"PATTERNC_GPU_AS is {architecture}, must be one of {known}")
    library = f"{module.__name__.rpartition('.')[0]}.patternc_runtime.cuda"
    tile_choice: Any
    driver: Any
    nvrtc: Any
    tile_choice, driver, nvrtc = (sys.modules[f"{library}.{name}"] for name in ("tile_choice", "driver", "nvrtc"))
    tile_choice._capability = lambda _: architecture
    driver._capability = lambda _: LOWEST
    taken = nvrtc._nvrtc_result
    nvrtc._nvrtc_result = lambda library, program, name: taken(library, program, name.replace("CUBIN", "PTX"))
