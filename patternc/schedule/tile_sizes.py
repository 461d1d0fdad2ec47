"""Tile sizes: what a program of a kernel holds, for each kind of device, direction, element size and head size.

They were chosen by ahead-of-time compilation (`benchmarks/aot.py`): the largest tiles whose kernels of every golden
pattern fit the registers without spilling and the target's shared memory, with as many stages of loads as fit. On
tensor cores warps stand along the rows, 16 each (32 on AMD): more would compute the same weights again. None of them is
a timing; those of a tile file, which `patternc tune` writes, take their place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.schedule.compiled_tiles import COMMON, OWN
from patternc.targets import Target, TunedTile


@dataclass(frozen=True, slots=True)
class Tile:
    """BLOCK_M rows by BLOCK_N columns, run by `warps`, loads `stages` deep, for head_dim up to `head_dim`.

    `registers`: the most of a thread, where the compiler's own choice keeps a second program off the multiprocessor.
    `descriptors`: columns that are a run of rows are loaded by tensor descriptors.
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
        """The tile as generated files and this table hold it: what is 0 at the end is left out."""
        sizes = self.head_dim, self.block_m, self.block_n, self.warps, self.stages
        if self.descriptors:
            return (*sizes, self.registers or 0, 1)
        return sizes if self.registers is None else (*sizes, self.registers)


@dataclass(frozen=True, slots=True)
class TileRow:
    """The tiles of a direction for elements of `itemsize` bytes.

    Directions: "forward", "grad_query", "grad_key_value". With "_many", for sweeps of several pieces, which leave fewer
    registers; "forward_many" also for pairs that predicates test one by one, those of gradients for tiles of few rows,
    as blocks of rows make them, and "grad_key_value_many" also for rows along an order and for scores that are not
    products times a factor. "forward_blocks" for tiles of few rows.
    "grad_query_bounded" where columns are listed, bounds looked up, or scores not products times a factor.
    "forward_merging" and "grad_key_value_merging" with partials to take in. With "_heavy", where tables or dropout
    ask for every pair's positions, whose loads take stages as well; "grad_key_value_heavy" also for many pieces over
    blocks. "forward_split" for splits of the keys of single rows, of up to 16 heads each.
    """

    direction: str
    itemsize: int
    tiles: tuple[Tile, ...]


def tile_table(target: Target) -> tuple[TileRow, ...]:
    """The table for a device kind, with the tiles of its tile file; every row has tiles up to head_dim 256."""
    rows = _compiled_table(target)
    return rows if target.tuned is None else tuple(_with_tuned(row, target.tuned.tiles) for row in rows)


def _with_tuned(row: TileRow, tiles: tuple[TunedTile, ...]) -> TileRow:
    sizes = {tile.head_dim: tile for tile in row.tiles}
    for one in tiles:
        if (one.kernel, one.itemsize) == (row.direction, row.itemsize):
            own = next(tile for tile in row.tiles if one.head_dim <= tile.head_dim)
            sizes[one.head_dim] = replace(
                own,
                head_dim=one.head_dim,
                block_m=one.block_m,
                block_n=one.block_n,
                warps=one.warps,
                stages=one.stages,
                registers=one.most_registers or None,
                descriptors=one.descriptors,
            )
    return replace(row, tiles=tuple(sizes[head_dim] for head_dim in sorted(sizes)))


def _compiled_table(target: Target) -> tuple[TileRow, ...]:
    """The tiles chosen by ahead-of-time compilation."""
    rows = COMMON | OWN.get(target.name, {})  # targets of the torch backend are asked about too
    return tuple(TileRow(*row, tuple(_tile(*sizes) for sizes in rows[row])) for row in COMMON)


def _tile(
    head_dim: int, block_m: int, block_n: int, warps: int, stages: int, registers: int = 0, descriptors: int = 0
) -> Tile:
    return Tile(head_dim, block_m, block_n, warps, stages, registers or None, bool(descriptors))


def tail_of(direction: str, head_dim: int) -> int:
    """What a generated file's `_tile` makes of a row's numbers beyond a power of two: a part with loads of its own.

    0 where there is none. Only tiles without such a part are loaded by tensor descriptors.
    """
    width = 1 << head_dim.bit_length() - 1
    tail = 0 if width == head_dim else max(16, 1 << (head_dim - width - 1).bit_length())
    return 0 if tail == width or "key_value" in direction else tail


def tile_of(
    target: Target, direction: str, itemsize: int, head_dim: int, held: int, most: int | None
) -> tuple[int, int]:
    """Rows and columns of the tiles of a launch, as a generated file's `_tile` chooses them when it is called.

    Args:
        target: the device kind.
        direction: the row of the table; "rows" visits no columns.
        itemsize: bytes an element.
        head_dim: numbers to a row.
        held: the most rows of a run.
        most: the most rows of a tile; None: as the table says.
    """
    if direction == "rows":
        return max(16, 1024 // (1 << head_dim.bit_length() - 1)), 0
    (row,) = (one for one in tile_table(target) if (one.direction, one.itemsize) == (direction, itemsize))
    tile = next(one for one in row.tiles if head_dim <= one.head_dim)
    rows = tile.block_m if most is None else min(tile.block_m, most)
    return (16 if held <= 16 else rows), tile.block_n
