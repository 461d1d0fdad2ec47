"""The tiles of CUDA kernels: which ones the library's headers compile, and how they are compiled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from patternc.codegen.backend import Compiled, Tiling
from patternc.schedule.compiled_tiles import CORES_OF_CUDA, WIDEST

if TYPE_CHECKING:
    from types import ModuleType

    from patternc.targets import Target, TunedTile

ON_CORES = {"float16": 70, "bfloat16": 80}
"""The first compute capability, times ten, whose tensor cores take elements of a type."""


def _itemsize(target: Target, dtype: str, head_dim: int) -> int:
    """Bytes of the elements of products: 4 where none are on tensor cores."""
    first = ON_CORES.get(dtype)
    on_cores = first is not None and (target.capability or 0) >= first and head_dim <= WIDEST
    return 2 if on_cores else 4


def _fault(_target: Target, tile: TunedTile) -> str:
    for field, allowed, why in _allowed(tile):
        if getattr(tile, field) not in allowed:
            expected = " or ".join(map(str, allowed))
            return f"{field} of {tile.kernel} is {getattr(tile, field)}, expected {expected}: {why}"
    shared = 48 << 10  # bytes of shared memory that a program has on every device
    if (taken := _least_shared(tile)) > shared:
        size = f"{tile.block_m} x {tile.block_n} at head_dim {tile.head_dim}"
        return f"{tile.kernel} takes {taken} bytes of shared memory with {size}, expected at most {shared}"
    return ""


def _allowed(tile: TunedTile) -> Iterator[tuple[str, tuple[object, ...], str]]:
    """The values that fields may have, and why."""
    yield "stages", (1,), "kernels load one tile ahead"
    yield "most_registers", (0,), "the compiler chooses"
    yield "descriptors", (False,), "columns are loaded by pointers"
    fewest = 16  # rows of a tile of a warp on tensor cores, and of all tiles where runs have few
    if tile.itemsize == 2:
        yield "warps", (tile.block_m // fewest,), f"a warp for {fewest} rows on tensor cores"
        columns = tuple(one for one in (16, 32, 64, 128) if one <= tile.block_m)
        yield "block_n", columns, "no more columns than rows on tensor cores"
    else:
        yield "warps", (1, 2, 4, 8), f"threads share tiles of {fewest} rows too"


def _least_shared(tile: TunedTile) -> int:
    """The bytes for which there has to be room, by the library's headers, at any head size that has the tile."""
    dim = -(-tile.head_dim // 16) * 16
    if tile.itemsize == 2:
        own = 2 if "grad" in tile.kernel else 1  # tiles of a program's rows
        return 2 * (dim + 8) * (own * tile.block_m + tile.block_n)
    products = 2 * 16 * (tile.block_m + tile.block_n + 8)
    return 4 * max(products, tile.block_n * (tile.block_m + 4) + 2 * 16 * min(dim, 64))


def _versions(target: Target) -> tuple[tuple[str, str], ...]:
    from patternc.runtime.cuda.nvrtc import _nvrtc  # here: writing files needs no compiler

    assert target.capability is not None
    return (("nvrtc", _nvrtc(target.capability).version),)


def _compiled(
    module: ModuleType, target: Target, dtype: str, names: frozenset[str], call: Callable[[], object]
) -> Iterator[Compiled]:
    """Compile what a call of a module that stands alone launches, as the launch would; nothing is launched."""
    own: Any = module
    assert target.capability is not None
    compiler, text, file = own._nvrtc(target.capability), own._programs._source(), own._programs._path.name
    for name, macros in _launched(module, target.capability, dtype, call):
        if f"_{name}" in names:
            _, log = own._cubin(compiler, text, file, macros, target.capability, "--ptxas-options=-v")
            yield _resources(log)


def _kept(module: ModuleType, architecture: int, dtype: str, call: Callable[[], object]) -> Iterator[str]:
    """Compile the same into the cache folder, unless it is there, for the launches of later calls."""
    own: Any = module
    text, file = own._programs._source(), own._programs._path.name
    for name, macros in _launched(module, architecture, dtype, call):
        own._code(text, file, macros, architecture)
        yield name


def _launched(
    module: ModuleType, architecture: int, dtype: str, call: Callable[[], object]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The kernels that a call of a module that stands alone would launch on a device, with the macros of each."""
    from unittest import mock  # here: its import takes as long as a check

    own: Any = module
    launched = dict[tuple[str, Any], None]()

    def note(name: str, _grid: object, tile: object, /, *_: object, **_numbers: object) -> None:
        launched[name, tile] = None

    class Recorder:
        def __getattr__(self, name: str) -> Callable[..., None]:
            return partial(note, name)

    emulated = {"_programs": lambda _: Recorder(), "_EMULATED": own._Emulated(architecture, runs=False)}
    with mock.patch.dict(vars(module), emulated):
        call()
    yield from dict.fromkeys((name, (*own._macros(dtype, tile), *own._kernel_macros(name))) for name, tile in launched)


def _resources(log: str) -> Compiled:
    """The resources of a kernel, as ptxas reports them."""
    numbers = (r"Used (\d+) registers", r"(\d+) bytes (?:spill stores|stack frame)", r"(\d+) bytes smem")
    registers, spilled, shared = (max(map(int, re.findall(one, log)), default=0) for one in numbers)
    return Compiled(registers, spilled, shared)


TILING = Tiling(
    programs=((1, 0), (2, 0), (4, 0), (8, 0)),
    stages=(1,),
    table=lambda target: "" if target.name in CORES_OF_CUDA else "sm_75",
    itemsize=_itemsize,
    fault=_fault,
    versions=_versions,
    compiled=_compiled,
    misfits=lambda: (),
    kept=_kept,
)
