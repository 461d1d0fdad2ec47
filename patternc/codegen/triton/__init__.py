"""The Triton backend: one kernel a sweep and direction, from sm_80 on and for gfx942."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Interpreter, Legal, described, launching
from patternc.ir.kernel import Columns, Lowering

if TYPE_CHECKING:
    from patternc.codegen.emit import Origin, View
    from patternc.targets import Target


def _unfit(triton: str, numpy: str) -> str:
    """Why a pair of versions runs no loop; empty where it does.

    Triton 3.6 takes the bounds of a loop by `int` of an array with one element, a TypeError from NumPy 2.4 on.
    """
    if _release(triton) < (3, 7) and _release(numpy) >= (2, 4):
        return f"the interpreter of triton {triton} does not run with numpy {numpy}: install triton>=3.7 or numpy<2.4"
    return ""


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def _installed_unfit() -> str:
    from importlib.metadata import version  # here: few who know the backend run it

    return _unfit(version("triton"), version("numpy"))


INTERPRETER = Interpreter(
    title="Triton's interpreter",
    variable="TRITON_INTERPRET",
    length=131,
    dtypes=("float32", "bfloat16"),
    unfit=_installed_unfit,
)


def _views(legal: Legal, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.triton.modules import views

    return views(legal, target, origin)


TRITON = Backend(
    name="triton",
    title="Triton",
    targets=("sm_90", "sm_80", "sm_86", "sm_100", "sm_120", "gfx942"),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=described,
    views=_views,
    host=launching,
    tiled=True,
    devices=("cuda",),
    packages=("torch", "triton"),
    interpreter=INTERPRETER,
)

__all__ = ["TRITON"]
