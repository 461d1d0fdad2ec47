"""The C++ backend: programs over tiles for CPUs, compiled at first use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Legal, in_one_pass, launching
from patternc.codegen.cpp.dialect import CPU
from patternc.codegen.cpp.shipping import lacks
from patternc.ir.kernel import Columns, Lowering

if TYPE_CHECKING:
    from pathlib import Path

    from patternc.codegen.emit import Origin, View
    from patternc.targets import Target


def _views(legal: Legal, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.cpp.modules import views

    return views(legal, target, origin, CPU)


def _shared_objects(folder: Path, names: Iterable[str]) -> Iterator[tuple[Path, list[str]]]:
    from patternc.codegen.cpp.shipping import shared_objects

    return shared_objects(folder, names)


CPP = Backend(
    name="cpp",
    title="C++",
    targets=("cpu",),
    devices=("cpu",),
    lacks=lacks,
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    legalize=in_one_pass,
    views=_views,
    host=launching,
    has_sources=True,
    shared_objects=_shared_objects,
)

__all__ = ["CPP"]
