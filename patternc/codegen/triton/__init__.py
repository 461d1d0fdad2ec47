"""The Triton backend: one kernel a sweep and direction, from sm_80 on and for gfx942."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Compiled, Interpreter, Legal, Tiling, described, launching
from patternc.ir.kernel import Columns, Lowering

if TYPE_CHECKING:
    from types import ModuleType

    from patternc.codegen.emit import Origin, View
    from patternc.codegen.shell import Around
    from patternc.targets import Target, TunedTile


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


def _quicken() -> None:
    from patternc.codegen.triton.quick_interpreter import search_once

    search_once()


INTERPRETER = Interpreter(
    title="Triton's interpreter",
    variable="TRITON_INTERPRET",
    length=131,
    dtypes=("float32", "bfloat16"),
    unfit=_installed_unfit,
    quicken=_quicken,
)


def _fault(target: Target, tile: TunedTile) -> str:
    from patternc.codegen.tiles.descriptors import has_descriptors

    if tile.descriptors and not has_descriptors(target):
        return f"descriptors of {tile.kernel} is True, expected False: {target.name} has none"
    return ""


def _compiled(
    module: ModuleType, target: Target, dtype: str, names: frozenset[str], call: Callable[[], object]
) -> Iterator[Compiled]:
    from patternc.codegen.triton.compiled_launches import compiled

    return compiled(module, target, dtype, names, call)


def _misfits() -> tuple[type[Exception], ...]:
    from patternc.codegen.triton.compiled_launches import misfits

    return misfits()


TILING = Tiling(
    programs=((2, 0), (4, 0), (8, 0), (8, 128)),  # 128 registers let two programs of 8 warps run at once
    stages=(1, 2, 3, 4),
    table=lambda _: "",
    itemsize=lambda _target, dtype, _head_dim: 4 if dtype == "float32" else 2,
    fault=_fault,
    versions=lambda _: (),
    compiled=_compiled,
    misfits=_misfits,
)


def _views(legal: Legal, around: Around, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.triton.modules import views

    return views(legal, around, target, origin)


TRITON = Backend(
    name="triton",
    not_kept="Triton compiles a kernel for the sizes and the alignment of a call's tensors, on the GPU, and keeps it in"
    " its own folder (TRITON_CACHE_DIR): call the module there once",
    title="Triton",
    targets=("sm_90", "sm_80", "sm_86", "sm_100", "sm_120", "gfx942"),
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=described,
    views=_views,
    host=launching,
    tiling=TILING,
    devices=("cuda",),
    packages=("torch", "triton"),
    interpreter=INTERPRETER,
)

__all__ = ["TRITON"]
