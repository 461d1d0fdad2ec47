"""Tile sizes: what a program of a kernel holds, for each kind of device, direction, element size and head size.

They were chosen by ahead-of-time compilation (`benchmarks/aot.py`): the largest tiles whose kernels of every golden
pattern fit the registers without spilling and the target's shared memory. None of them is a timing; those of a tile
file, which `patternc tune` writes, take their place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from patternc.targets import Target, TunedTile


@dataclass(frozen=True, slots=True)
class Tile:
    """BLOCK_M rows by BLOCK_N columns, run by `warps`, loads `stages` deep, for head_dim up to `head_dim`."""

    head_dim: int
    block_m: int
    block_n: int
    warps: int
    stages: int


@dataclass(frozen=True, slots=True)
class TileRow:
    """The tiles of a direction for elements of `itemsize` bytes.

    Directions: "forward", "grad_query", "grad_key_value"; "forward_many" for sweeps of several pieces or with partials
    to take in, which leave fewer registers; "grad_key_value_many" for the former, for rows along an order and for
    scores that are not products times a factor; "grad_key_value_merging" for the latter; "grad_key_value_heavy" where
    tables or dropout ask for every pair's positions, and for many pieces over blocks; "forward_split" for splits of the
    keys of single rows, of up to 16 heads each.
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
            )
    return replace(row, tiles=tuple(sizes[head_dim] for head_dim in sorted(sizes)))


def _compiled_table(target: Target) -> tuple[TileRow, ...]:
    """The tiles chosen by ahead-of-time compilation."""
    wide = 64 if target.capability in (90, 100) else 32  # on the others 64 columns spill
    many = 1 if target.capability == 100 else 2  # there, several pieces two stages deep spill
    merging = 1 if target.capability in (80, 86) else 2
    tall = 128 if target.capability == 90 else 64  # one wgmma takes 64 rows, and four warps
    short = target.capability in (80, 86, 120)
    several = Tile(64, 32 if short else tall, 32, 8, 1 if target.capability == 80 else many)
    joint = 32 if target.capability == 120 else 64  # columns of several pieces: 64 spill there
    few = 4 if target.capability == 120 else 8  # eight warps spill there
    narrow = Tile(128, 32, 32, few, 1), Tile(256, 32, 16, 8, 1)
    taking = Tile(128, 32, 16, 8, 1) if target.capability == 120 else narrow[0]  # 32 columns spill there
    single = Tile(64, 32, 32, 8, 1), Tile(128, 32, 16, 8, 1), Tile(256, 16, 16, 8, 1)
    split = Tile(128, 16, 32 if short else 64, 4, 2)  # on those, 64 columns of five pieces spill
    heavy = Tile(64, 64, 32, 8, 1), Tile(128, 32, 16, 8, 1), Tile(256, 16, 16, 8, 1)
    return (
        TileRow(
            "forward",
            2,
            (
                Tile(64, 128, 64, 8, 2),
                Tile(128, 128, 64 if target.capability == 90 else 32, 8, 2),
                Tile(256, 64, 32, 8, 2),
            ),
        ),
        TileRow("forward_many", 2, (Tile(64, 128, joint, 8, 2), Tile(128, 64, 64, 8, 2), Tile(256, 32, 32, 8, 2))),
        TileRow("forward_split", 2, (Tile(64, 16, 32, 4, 4), split, Tile(256, 16, 32, 4, 2))),
        TileRow("grad_query", 2, (Tile(64, 64, wide, 8, 2), Tile(128, 64, 32, 8, 2), Tile(256, 16, 32, few, 1))),
        TileRow("grad_key_value", 2, (Tile(64, tall, 32, 8, 2), Tile(128, 64, 32, 8, 2), Tile(256, 32, 32, 8, 1))),
        TileRow("grad_key_value_many", 2, (several, *narrow)),
        TileRow("grad_key_value_merging", 2, (Tile(64, 64, 32, 8, merging), taking, narrow[1])),
        TileRow("grad_key_value_heavy", 2, heavy),
        TileRow("forward", 4, (Tile(64, 64, 32, 8, 2), Tile(128, 32, 16, 8, 1), Tile(256, 32, 16, 8, 1))),
        TileRow("forward_many", 4, (Tile(64, 64, 32, 8, 2), Tile(128, 32, 16, 8, 1), Tile(256, 16, 16, 8, 1))),
        TileRow("forward_split", 4, (Tile(64, 16, 32, 4, 2), Tile(128, 16, 32, 4, 2), Tile(256, 16, 16, 4, 2))),
        TileRow("grad_query", 4, (Tile(64, 32, 32, 8, 2), Tile(128, 32, 16, 8, 1), Tile(256, 16, 16, 8, 1))),
        TileRow("grad_key_value", 4, (Tile(64, 32, 32, 8, 2), Tile(128, 32, 16, 8, 1), Tile(256, 16, 16, 8, 1))),
        TileRow("grad_key_value_many", 4, single),
        TileRow("grad_key_value_merging", 4, single),
        TileRow("grad_key_value_heavy", 4, single),
    )


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
