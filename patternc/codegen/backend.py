"""The interface of a backend. Its functions import what they call when they are called first.

So the registry tells what backends there are without their printers, which `patternc check` never runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patternc.ir.kernel import Columns, Kernel, Lowering
from patternc.targets import Target, TunedTile

if TYPE_CHECKING:
    from types import ModuleType

    from patternc.codegen.emit import Origin, View
    from patternc.codegen.shell import Around
    from patternc.ir.batch import Batches
    from patternc.ir.host import Host
    from patternc.ir.tile import Tiles
    from patternc.source import Source


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A program that runs the modules of a backend without a GPU: an interpreter, or an emulator.

    `title`: what it is called in sentences.
    `variable`: the environment variable that, set to 1 before their import, runs them on the CPU.
    `length`: positions of a call that takes about a second. `dtypes`: those that exercise different arithmetic.
    `unfit`: why the installed versions can't run it, and what to install; empty where they can.
    `quicken`: lets it run calls of many programs in less time, from then on in this process.
    """

    title: str
    variable: str
    length: int
    dtypes: tuple[str, ...]
    unfit: Callable[[], str]
    quicken: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Legal:
    """A kernel as a backend prints it: batches, or programs over tiles and the functions that launch them."""

    kernel: Kernel
    device: Tiles | Batches
    host: Host | None


@dataclass(frozen=True, slots=True)
class Compiled:
    """The resources of a compiled kernel, or the maxima of several.

    `registers` and `spilled` bytes are per thread, `shared` bytes per program. `fault`: why the tile can't be used
    whatever it spills, or an empty string.
    """

    registers: int
    spilled: int
    shared: int
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles of a backend's programs: which they may be, and what tuning asks of them.

    `programs`: what is tried of warps, each with a limit of registers per thread or 0; `stages`: of loads in flight.
    `table`: the name of another target whose tile table a target has; empty: its own.
    `itemsize`: bytes of the elements that products take, for tensors of a type (its name in torch) and a head size.
    `fault`: why a target's programs can't have a tile, as field, value and what is expected; empty where they can.
    `versions`: those of compilers that modules do not import, by name; RuntimeError: none is found; what to install.
    `compiled`: compiles the launches of some programs, by name, that a call of an imported module makes on a target,
    for tensors of a type; the call is made without a device, and runs none of them.
    `misfits`: what a launch raises whose tile does not fit the device.
    `kept`: compiles, into the cache folder, what such a call launches on devices of an architecture (a compute
    capability times ten), and returns the names of kernels; None: its compiler keeps kernels in its own way.
    """

    programs: tuple[tuple[int, int], ...]
    stages: tuple[int, ...]
    table: Callable[[Target], str]
    itemsize: Callable[[Target, str, int], int]
    fault: Callable[[Target, TunedTile], str]
    versions: Callable[[Target], tuple[tuple[str, str], ...]]
    compiled: Callable[[ModuleType, Target, str, frozenset[str], Callable[[], object]], Iterator[Compiled]]
    misfits: Callable[[], tuple[type[Exception], ...]]
    kept: Callable[[ModuleType, int, str, Callable[[], object]], Iterator[str]] | None = None


@dataclass(frozen=True, slots=True)
class Backend:
    """A backend: its targets, lowerings and tiles, and how it prints kernels.

    `title`: its name in sentences.
    `lowerings`: the multi-branch lowerings it can render, most wanted first where the cost model is indifferent.
    `columns`: what it lists of neighbourhoods on a grid.
    `targets`: names in the device table it builds for; the first is the default.
    `legalize`: a kernel to the tile IR that is printed: programs over tiles, or batches.
    `host`: a kernel and its programs over tiles to the functions that launch them; None: batches need none. Nothing is
    decided after it.
    `views`: what these made of a kernel, and what surrounds it, to the inputs of templates; pure.
    `tiling`: that IR is programs over tiles, whose sizes a target's table has and a tile file may change.
    `untuned`: why no tile file changes them, where `tiling` is None.
    `unordered`: in which order programs run, whatever a file says; empty: in that of the file.
    `devices`: where its modules run, as torch names them.
    `packages`: what its modules import besides the standard library.
    `interpreter`: what runs its modules without a GPU; None: they run on their devices alone.
    `lacks`: of a backend that is faster on CPUs than the first one, what this machine lacks for it, and what to do;
    empty where nothing.
    `has_sources`: programs stand in a file of their own beside a module, unless it stands alone.
    `shared_objects`: compiles programs among the files of a folder, beside them, for machines without a compiler, and
    returns paths, each with the kind of CPU and the instruction sets that it needs; None: there is nothing to compile.
    `kept_programs`: compiles the programs of a source, which stands beside a module and has this name, for a type of
    elements (its name in torch) into the cache folder, unless they are there, and returns the object's path.
    `not_kept`: why nothing is compiled before a call, where neither this nor `tiling.kept` does; ends a sentence.
    """

    name: str
    title: str
    targets: tuple[str, ...]
    lowerings: tuple[Lowering, ...]
    columns: Columns
    legalize: Callable[[Kernel, Source, Target], Tiles | Batches]
    views: Callable[[Legal, Around, Target, Origin], tuple[View, ...]]
    host: Callable[[Kernel, Tiles | Batches], Host] | None = None
    tiling: Tiling | None = None
    untuned: str = ""
    unordered: str = ""
    devices: tuple[str, ...] = ("cpu", "cuda")
    packages: tuple[str, ...] = ("torch",)
    interpreter: Interpreter | None = None
    lacks: Callable[[], str] | None = None
    has_sources: bool = False
    shared_objects: Callable[[Path, Iterable[str]], Iterator[tuple[Path, list[str]]]] | None = None
    kept_programs: Callable[[str, str, str], Path] | None = None
    not_kept: str = "these modules have nothing to compile"


# ---- the stages that backends with programs over tiles share ---------------------------------------------------------
def described(kernel: Kernel, source: Source, target: Target) -> Tiles:
    """The tile IR of a kernel, with loads by tensor descriptors where the target's tiles ask for them."""
    from patternc.codegen.tiles.descriptors import tiles_for

    return tiles_for(kernel, source, target)


def pointed(kernel: Kernel, source: Source, _target: Target) -> Tiles:
    """The tile IR of a kernel, with loads by pointers alone."""
    from patternc.codegen.tiles.descriptors import pointed_tiles

    return pointed_tiles(kernel, source)


def in_one_pass(kernel: Kernel, source: Source, _target: Target) -> Tiles:
    """The tile IR of a kernel whose gradients come from one pass where it has few sweeps.

    Its programs look for what is not finite, so that a tile may hold several documents.
    """
    from patternc.codegen.tiles import one_pass
    from patternc.codegen.tiles.descriptors import pointed_tiles

    return one_pass.in_one_pass(pointed_tiles(kernel, source, by_document=False))


def launching(kernel: Kernel, device: Tiles | Batches) -> Host:
    """The functions that launch a kernel's programs over tiles."""
    from patternc.codegen.tiles.host_functions import host

    return host(kernel, device)
