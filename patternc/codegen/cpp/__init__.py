"""The C++ backend: programs over tiles for CPUs, compiled at first use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternc.codegen.backend import Backend, Legal, in_one_pass, launching
from patternc.codegen.cpp.shipping import lacks
from patternc.ir.kernel import Columns, Lowering

if TYPE_CHECKING:
    from pathlib import Path

    from patternc.codegen.emit import Origin, View
    from patternc.codegen.shell import Around
    from patternc.targets import Target


@dataclass(frozen=True, slots=True)
class Dialect:
    """The differences between C++ for CPUs and CUDA C++ in a generated file.

    `suffix`: of its files. `header`: of its library. `function`: what begins the declaration of a program. `entry`: the
    macro that makes a kernel of a launch callable; `before_entries`, `after_entries`: the lines around them. `ordered`:
    programs that add to the same numbers run one after the other, by entries of their own. `tabled`: the kind of a
    launch decides its tile too.
    """

    suffix: str
    header: str
    function: str
    entry: str
    ordered: bool
    tabled: bool
    before_entries: tuple[str, ...] = ()
    after_entries: tuple[str, ...] = ()


CPU = Dialect("cpp", "attention.h", "", "PATTERNC_KERNEL", ordered=True, tabled=False)


def _views(legal: Legal, around: Around, target: Target, origin: Origin) -> tuple[View, ...]:
    from patternc.codegen.cpp.modules import views

    return views(legal, around, target, origin, CPU)


def _shared_objects(folder: Path, names: Iterable[str]) -> Iterator[tuple[Path, list[str]]]:
    from patternc.codegen.cpp.shipping import shared_objects

    return shared_objects(folder, names)


def _kept_programs(text: str, name: str, dtype: str) -> Path:
    from patternc.codegen.cpp.shipping import kept_programs

    return kept_programs(text, name, dtype)


CPP = Backend(
    name="cpp",
    title="C++",
    targets=("cpu",),
    devices=("cpu",),
    lacks=lacks,
    lowerings=(Lowering.SINGLE, Lowering.CLASS_FUSED, Lowering.CHAINED, Lowering.MERGED),
    columns=Columns.TILES,
    unordered="linear, as threads get free",
    legalize=in_one_pass,
    views=_views,
    host=launching,
    untuned="tiles of C++ modules are fixed, 16 or 64 rows by 64 columns, and registers take blocks of these",
    has_sources=True,
    shared_objects=_shared_objects,
    kept_programs=_kept_programs,
)

__all__ = ["CPP"]
