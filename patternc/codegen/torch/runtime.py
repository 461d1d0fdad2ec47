"""The runtime file of torch modules: every function in the variant that serves any pattern."""

from __future__ import annotations

from dataclasses import dataclass, replace
from dataclasses import fields as fields_of

from patternc.codegen.emit import View
from patternc.codegen.runtime_file import RuntimeShell, runtime_name, runtime_shell
from patternc.codegen.torch.needs import Fields, Uses
from patternc.codegen.torch.printer import FILTERS
from patternc.ir.mask import Score


@dataclass(frozen=True, slots=True)
class TorchRuntime:
    """The inputs of `torch/runtime.py.j2`: those of a module, with all functions and all fields of blocks.

    Score modifiers and dropout are a pattern's own: `scores`, `biases`, `besides`, `damped` and `drops` say none, and
    heads that differ by them are not `apart`.
    """

    shell: RuntimeShell
    has: Fields
    uses: Uses
    lse_grads: bool
    scores: tuple[Score, ...]
    biases: tuple[()]
    besides: tuple[()]
    damped: bool
    drops: bool


def runtime(digest: str) -> View:
    """The view of the file, given its digest."""
    data = TorchRuntime(
        shell=runtime_shell("torch", digest),
        has=Fields(**{one.name: True for one in fields_of(Fields)}),
        uses=replace(Uses(**{one.name: True for one in fields_of(Uses)}), apart=False),
        lse_grads=True,
        scores=(),
        biases=(),
        besides=(),
        damped=False,
        drops=False,
    )
    return View("torch/runtime.py.j2", f"{runtime_name('torch')}.py", data, FILTERS)
