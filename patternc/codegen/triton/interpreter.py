"""Triton's interpreter, which runs kernels on the CPU, one program after the other."""

from __future__ import annotations

from patternc.codegen.backend import Interpreter


def unfit(triton: str, numpy: str) -> str:
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

    return unfit(version("triton"), version("numpy"))


INTERPRETER = Interpreter(
    title="Triton's interpreter",
    variable="TRITON_INTERPRET",
    length=131,
    dtypes=("float32", "bfloat16"),
    unfit=_installed_unfit,
)
