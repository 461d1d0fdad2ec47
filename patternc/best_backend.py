"""The backend that runs best on this machine: what `auto` means."""

from __future__ import annotations

import ctypes
import importlib.util
import runpy
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from patternc.runtime.cpp.notices import _say
from patternc.targets import TARGETS, Target

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend


class Best(NamedTuple):
    """The backend that `auto` chooses on this machine.

    `target`: its GPU; None: its modules run on any device. `why`: the reason, as the end of a sentence. `slower`: what
    is missing for a faster one, and what to do; empty where nothing is.
    """

    backend: Backend
    target: Target | None
    why: str
    slower: str = ""


def best_here() -> Best:
    """Triton or CUDA C++ by the GPU that torch finds, C++ where there is none, and torch where neither runs."""
    if may_find_devices():
        import torch

        if torch.cuda.is_available():
            return _by_gpu()
        if torch.accelerator.is_available():
            return _any_device(f"torch finds {torch.accelerator.current_accelerator()}, for which there are no kernels")
    from patternc.codegen.registry import BACKENDS

    lacking = {one: one.lacks() for one in BACKENDS if one.lacks is not None}
    for backend, lacks in lacking.items():
        if not lacks:
            return Best(backend, None, "there is no GPU, and this CPU runs them")
    return _any_device("there is no GPU", "; ".join(lacking.values()))


def may_find_devices() -> bool:
    """Whether torch may find a GPU or another accelerator; if not, nobody needs to import it, which takes seconds.

    It finds none where it was built for CPUs, or where the driver of what it was built for is missing.
    """
    from patternc.codegen.registry import BACKENDS

    (name,) = BACKENDS[0].packages
    spec = None if name in sys.modules else importlib.util.find_spec(name)
    if spec is None or spec.origin is None or sys.platform != "linux" or entry_points(group="torch.backends"):
        return True
    built = runpy.run_path(str(Path(spec.origin).with_name("version.py")))
    if built.get("xpu"):
        return True
    return bool((built.get("cuda") and _loads("libcuda.so.1")) or (built.get("hip") and Path("/dev/kfd").exists()))


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _by_gpu() -> Best:
    import torch

    from patternc.codegen.registry import gpu_backends

    if torch.version.hip:  # AMD's targets are named like its architectures, "gfx942:sramecc+:xnack-" without features
        name = torch.cuda.get_device_properties(0).gcnArchName.split(":")[0]
        targets = [target for target in TARGETS if target.name == name]
    else:
        major, minor = torch.cuda.get_device_capability()
        name = f"sm_{major}{minor}"
        targets = [one for one in TARGETS if one.capability is not None and one.capability <= 10 * major + minor]
    able = [target for target in targets if gpu_backends(target)]
    if not able:
        return _any_device(f"there are no kernels for this GPU ({name})")
    return Best(gpu_backends(able[-1])[0], able[-1], f"the GPU is {name}")


def _any_device(why: str, slower: str = "") -> Best:
    from patternc.codegen.registry import BACKENDS

    return Best(BACKENDS[0], None, why, slower)


def say_slower(backend: str, slower: str) -> None:
    """Say on stderr, once in a process, that a slower backend is used, and why."""
    _say(f"{backend} modules are used, which are slower on CPUs: {slower}")
