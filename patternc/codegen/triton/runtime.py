"""The runtime file of Triton modules: every function in the variant that serves any pattern."""

from __future__ import annotations

from dataclasses import dataclass

from patternc.codegen.emit import View
from patternc.codegen.runtime_file import RuntimeShell, runtime_name, runtime_shell
from patternc.codegen.tiles.scores import Scores
from patternc.codegen.triton.library import EVERY
from patternc.codegen.triton.printer.expressions import LATTICE, TILE


@dataclass(frozen=True, slots=True)
class RowReads:
    """What the kernel that finds delta is told besides: nothing, where no group of heads is apart."""

    rows: frozenset[str]


@dataclass(frozen=True, slots=True)
class TritonRuntime:
    """The inputs of `triton/runtime.py.j2`: those of a module, with all functions.

    Score modifiers, dropout and counts of pairs are a pattern's own: `scores` and `needs` say none. `names`: the
    numbers of a call that kernels of the file get.
    """

    shell: RuntimeShell
    needs: frozenset[str]
    scores: Scores
    reads: RowReads
    limited: bool
    lattice: tuple[str, ...]
    runtime: tuple[str, ...]


def runtime(digest: str) -> View:
    """The view of the file, given its digest."""
    data = TritonRuntime(
        shell=runtime_shell("triton", digest),
        needs=EVERY,
        scores=Scores((), (), dropout=False),
        reads=RowReads(frozenset()),
        limited=True,
        lattice=tuple(TILE[name] for name in LATTICE),
        runtime=("lse", "delta", "row_lse", "queries", "batches", "heads", "head_start"),
    )
    return View("triton/runtime.py.j2", f"{runtime_name('triton')}.py", data)
