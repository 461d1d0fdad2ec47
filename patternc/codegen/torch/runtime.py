"""The runtime file of torch modules."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import View
from patternc.codegen.runtime_file import RuntimeShell, runtime_name, runtime_shell
from patternc.codegen.torch.printer import FILTERS


@dataclass(frozen=True, slots=True)
class TorchRuntime:
    """The inputs of `torch/runtime.py.j2`."""

    shell: RuntimeShell


def runtime(digest: str) -> View:
    """The view of the file, given its digest."""
    data = TorchRuntime(runtime_shell("torch", digest))
    return View("torch/runtime.py.j2", f"{runtime_name('torch')}.py", data, FILTERS)
