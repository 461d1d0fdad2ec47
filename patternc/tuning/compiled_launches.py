"""Compile the launches of a kernel ahead of time, in the modules of some subjects: no GPU is needed or used."""

from __future__ import annotations

from patternc.codegen.backend import Compiled
from patternc.testing.compare import answer_of, draw, with_selection
from patternc.tuning.search import Candidate
from patternc.tuning.subjects import COMPILED_LENGTH, Subject


def compiled(several: tuple[Subject, ...], kernel: str, candidate: Candidate) -> Compiled:
    """Compile a kernel's launches in the modules of all subjects, with the tile of a candidate."""
    compileds = [made for one in several for made in _kernels(one, kernel, candidate)]
    fault = next((one.fault for one in compileds if one.fault), "")
    return Compiled(
        max(one.registers for one in compileds),
        max(one.spilled for one in compileds),
        max(one.shared for one in compileds),
        fault,
    )


def _kernels(subject: Subject, kernel: str, candidate: Candidate) -> tuple[Compiled, ...]:
    """The distinct kernels of a forward and a backward pass."""
    module, shape = subject.module(kernel, candidate), subject.shape(COMPILED_LENGTH, 1)

    def passes() -> None:
        inputs = with_selection(module, subject.pattern, shape, draw(shape, subject.dtype, "cpu", 0, subject.pattern))
        answer_of(module, subject.pattern, shape, inputs)

    target, names = subject.plan.target, subject.names(kernel)
    return tuple(subject.tiling.compiled(module, target, subject.dtype, names, passes))
