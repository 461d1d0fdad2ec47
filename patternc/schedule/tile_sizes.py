"""The tile table: tile sizes by device kind, kind of kernel, element size and head size.

They were chosen by ahead-of-time compilation (`benchmarks/aot.py`): the largest tiles with which the kernels of every
golden pattern fit the registers without spilling and the shared memory, with as many stages of loads as fit. With
tensor cores, each warp computes 16 rows (32 on AMD); further warps would repeat the same work. Only the tiles of
`TIMED` come from timing. The tiles of a tile file, which `patternc tune` writes, replace them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from patternc.ir.addresses import HeadDims
from patternc.schedule.compiled_tiles import CORES_OF_CUDA, WIDEST, sizes_of
from patternc.targets import Target, TunedTile


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of `block_m` rows by `block_n` columns for keys and values of up to `head_dim` numbers.

    `stages`: how many loads are in flight. `registers`: a limit per thread, set where the compiler's own choice would
    keep a second program off the multiprocessor. `descriptors`: columns that are consecutive rows of a tensor are
    loaded by tensor descriptors.
    """

    head_dim: int
    block_m: int
    block_n: int
    warps: int
    stages: int
    registers: int | None = None
    descriptors: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tile as numbers, as in this table and in generated files: zeros at the end are left out."""
        sizes = self.head_dim, self.block_m, self.block_n, self.warps, self.stages
        if self.descriptors:
            return (*sizes, self.registers or 0, 1)
        return sizes if self.registers is None else (*sizes, self.registers)


@dataclass(frozen=True, slots=True)
class TileRow:
    """The tiles of one kind of kernel for elements of `itemsize` bytes.

    The kinds are "forward", "grad_query" and "grad_key_value", and for kernels that need more registers or stages:
    - "_many": sweeps with several pieces. "forward_many" also if predicates test pairs; "grad_key_value_many" also for
      rows along an order, for modified scores, and for blocks of few rows that single rows list.
    - "_blocks": tiles of few rows (blocks of rows); of gradients, in one piece and with plain scores.
    - "forward_open": columns from the first position on, in one piece (dense and causal attention).
    - "grad_query_bounded": listed columns, looked-up bounds, or modified scores (not just products times a factor).
    - "_merging": kernels that merge partials.
    - "_heavy": biases or dropout, which need the positions of every pair and take stages for their loads;
      "grad_key_value_heavy" also for many pieces over blocks.
    - "forward_split": splits of the keys of single rows, for the heads of a key head together.
    - "_heads": single rows whose list holds for few, for the heads of a key head together.
    """

    direction: str
    itemsize: int
    tiles: tuple[Tile, ...]

    def tile(self, head_dim: int) -> Tile:
        """The tile for keys and values of which the larger have so many numbers.

        The last one where none holds as many: modules refuse calls of such sizes.
        """
        return next((one for one in self.tiles if head_dim <= one.head_dim), self.tiles[-1])


_MORE = {
    "forward": ("open", "many", "blocks", "merging", "heavy", "split", "heads"),
    "grad_query": ("bounded", "many", "blocks", "heavy", "heads"),
    "grad_key_value": ("many", "blocks", "merging", "heavy"),
}
KINDS = tuple(name for kind, more in _MORE.items() for name in (kind, *(f"{kind}_{one}" for one in more)))
"""The kinds of kernels, in the order of the table."""

TIMED = {"sm_90": ("an H200", 2, 128)}
"""Where most tiles were timed (docs/gpu.md): the device, the bytes of an element, and the largest head size."""


def origins(target: Target, table: tuple[TileRow, ...]) -> Iterator[str]:
    """Lines on the tiles of a table that were chosen by timing, for generated files."""
    device, itemsize, head_dim = TIMED.get(target.table or target.name, ("", 0, 0))
    if any(row.itemsize == itemsize for row in table):
        yield f"Most for {itemsize} bytes and head_dim up to {head_dim} are those that {device} ran fastest."
    if target.tuned is not None:
        yield from target.tuned.notes


def tile_table(target: Target) -> tuple[TileRow, ...]:
    """The tile table of a device kind, in which the tiles of its tile file replace the compiled ones.

    Every row has tiles for head sizes up to 576, but for those that `NARROW` names.
    """
    rows = _compiled_table(target.table or target.name)
    return rows if target.tuned is None else tuple(_with_tuned(row, target.tuned.tiles) for row in rows)


def _with_tuned(row: TileRow, tiles: tuple[TunedTile, ...]) -> TileRow:
    sizes = {tile.head_dim: tile for tile in row.tiles}
    for tuned_tile in tiles:
        if (tuned_tile.kernel, tuned_tile.itemsize) == (row.direction, row.itemsize):
            sizes[tuned_tile.head_dim] = replace(
                row.tile(tuned_tile.head_dim),
                head_dim=tuned_tile.head_dim,
                block_m=tuned_tile.block_m,
                block_n=tuned_tile.block_n,
                warps=tuned_tile.warps,
                stages=tuned_tile.stages,
                registers=tuned_tile.most_registers or None,
                descriptors=tuned_tile.descriptors,
            )
    return replace(row, tiles=tuple(sizes[head_dim] for head_dim in sorted(sizes)))


@cache
def _compiled_table(target: str) -> tuple[TileRow, ...]:
    """The tiles chosen by ahead-of-time compilation."""
    return tuple(
        TileRow(kind, itemsize, tuple(_tile(*sizes) for sizes in sizes_of(target, kind, itemsize)))
        for itemsize in (2, 4)
        for kind in KINDS
    )


def _tile(
    head_dim: int, block_m: int, block_n: int, warps: int, stages: int, registers: int = 0, descriptors: int = 0
) -> Tile:
    return Tile(head_dim, block_m, block_n, warps, stages, registers or None, bool(descriptors))


LARGEST_WHOLE = 512
"""The widest part in which programs of keys load rows whose size is no power of two, instead of two parts."""


def tail_of(direction: str, extent: int) -> int:
    """The width of the second part in which kernels load a row of a key or value; 0: it is loaded in one part.

    It is what `_tile` of a generated file computes. Rows of sizes that are no power of two have a second part.
    """
    if extent < 16:
        return 0
    width = 1 << extent.bit_length() - 1
    tail = 0 if width == extent else max(16, 1 << (extent - width - 1).bit_length())
    whole = tail == width or ("key_value" in direction and 2 * width <= LARGEST_WHOLE)
    return 0 if whole else tail


def in_one_part(direction: str, dims: HeadDims) -> bool:
    """Whether keys and values are loaded in one part; only then are columns loaded by tensor descriptors."""
    return tail_of(direction, dims.key) == tail_of(direction, dims.value) == 0


CPU_TILE, MANY_ROWS, FEW_ROWS = 64, 48, (1, 4, 8)
"""Columns of the tiles of C++ programs, and rows of those that may take as many as MANY_ROWS; other tiles have 16, or
those of heads of one query as few as hold these."""


def by_pointers(tile: Tile, direction: str) -> Tile:
    """The tile of a row of the tile table where its columns are loaded by pointers, which take registers.

    Tiles that ask for descriptors keep fewer columns: in gradients of keys and values of more than 64 numbers, whose
    sums fill the registers, 32.
    """
    most = 32 if "key_value" in direction and tile.head_dim > 64 else 64
    return replace(tile, descriptors=False, block_n=min(tile.block_n, most)) if tile.descriptors else tile


def tile_of(
    target: Target, direction: str, itemsize: int, dims: HeadDims, held: int, most: int | None, *, described: bool
) -> tuple[int, int]:
    """Rows and columns of a launch's tiles, as `_tile` of a generated file chooses them at the call.

    Args:
        target: the device kind.
        direction: the row of the tile table, or "rows" for kernels that visit no columns.
        itemsize: bytes per element.
        dims: the head sizes.
        held: the number of rows of the longest run.
        most: the most rows of a tile; None: as in the tile table.
        described: whether programs of the file load by descriptors where they can.
    """
    if target.is_cpu:
        rows = 16 if held < MANY_ROWS or (most is not None and most < MANY_ROWS) else CPU_TILE
        if direction.endswith("_heads"):
            rows = next((size for size in FEW_ROWS if held <= size), rows)
        return rows, 0 if direction == "rows" else CPU_TILE
    if direction == "rows":
        return max(16, 1024 >> max(dims.largest, 16).bit_length() - 1), 0
    cores = CORES_OF_CUDA.get(target.table or target.name)
    if cores is not None and (not cores or dims.largest > WIDEST):  # what is multiplied is widened
        itemsize = 4
    (row,) = (one for one in tile_table(target) if (one.direction, one.itemsize) == (direction, itemsize))
    tile = row.tile(dims.largest)
    if not described or not in_one_part(direction, dims):
        tile = by_pointers(tile, direction)
    rows = 16 if held <= 16 else tile.block_m if most is None else min(tile.block_m, most)
    if cores and itemsize == 2:  # what a warp for 16 rows can bring
        return rows, min(tile.block_n, rows)
    return rows, tile.block_n
