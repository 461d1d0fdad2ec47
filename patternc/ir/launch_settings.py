"""The named arguments of a call's launches: extents, tiles, lists, and numbers that steps before them make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from patternc.ir.index import evaluate
from patternc.ir.mask import Side
from patternc.ir.tile import BLOCK_M, BLOCK_N, TURNS, Launch, Program, SortedBlockList
from patternc.ir.tile_functions import LIBRARY

if TYPE_CHECKING:
    from patternc.ir.index import Value


ListOf: TypeAlias = "Callable[[SortedBlockList, int], Lines]"
"""The lines of a list for tiles of that many rows."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A list sorted by tiles of rows.

    `tables`: where the entries of each line start, with the end of the last; where those end whose pairs are all
    admitted; the block of each entry; a bit for each block of rows it belongs to. `head`: lines from one head to the
    next. `rows`: of a line.
    """

    tables: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
    head: int
    rows: int


@dataclass(frozen=True, slots=True)
class Extents:
    """The part of a sequence that a call holds, of one batch entry."""

    n: int
    q_offset: int
    queries: int
    k_offset: int
    keys: int
    heads: int
    kv_heads: int

    def of(self, side: Side) -> tuple[int, int]:
        """The first position of a side, and its end."""
        if side is Side.QUERY:
            return self.q_offset, self.q_offset + self.queries
        return self.k_offset, self.k_offset + self.keys


@dataclass(frozen=True, slots=True)
class Setting:
    """The state that launches of one call share.

    `heads`: those of the group. `names`: tensors and numbers that programs may read, besides those of the extents.
    `block_m`, `block_n`: rows and columns of a tile. `list_of`, `cells_of`: lists, and the cells of orders, by number.
    """

    extents: Extents
    programs: Mapping[str, Program]
    heads: range
    names: Mapping[str, Value]
    block_m: int
    block_n: int
    list_of: ListOf
    cells_of: Callable[[int], np.ndarray]


def names_of(launch: Launch, constants: Mapping[str, int], setting: Setting) -> dict[str, Value]:
    """The arguments of programs of one run of a launch, by name; `constants`: the run's constants.

    Where heads or batch entries take turns, the first turn stands for all.
    """
    extents = setting.extents
    block_m = setting.block_m if launch.most is None else min(setting.block_m, launch.most)
    names: dict[str, Value] = {
        **{f"{side.value}_offset": extents.of(side)[0] for side in Side},
        **{f"{side.value}_stop": extents.of(side)[1] for side in Side},
        "seq_len": extents.n,
        "queries": extents.queries,
        "tokens": extents.queries,
        "keys": extents.keys,
        "heads": extents.heads,
        "kv_heads": extents.kv_heads,
        "group": extents.heads // extents.kv_heads,
        "head_start": setting.heads.start,
        "head_stop": setting.heads.stop,
        "query_starts": None,  # type: ignore[dict-item]
        **dict.fromkeys(TURNS, 0),
        BLOCK_M.name: block_m,
        BLOCK_N.name: setting.block_n,
        **setting.names,
        **constants,
    }
    for block_list in launch.lists:
        lines = setting.list_of(block_list, int(evaluate(block_list.rows, {BLOCK_M.name: block_m}, LIBRARY)))
        name = f"list_{block_list.number}"
        names[name] = lines.tables  # type: ignore[assignment]
        names |= {f"{name}_batch": 0, f"{name}_head": lines.head, name.upper(): lines.rows}
        if block_list.order is not None:
            names["cells"] = setting.cells_of(block_list.order)
    for let in launch.row_counts:
        found = tuple(evaluate(value, names, LIBRARY) for value in let.values)
        names.update(zip(let.names, found[0] if len(let.names) > len(found) else found, strict=True))  # type: ignore[arg-type]
    return names


def head_count(launch: Launch, setting: Setting) -> int:
    """Places on the second axis of a launch's grid."""
    if not launch.by_key_head:
        return len(setting.heads)
    group = setting.extents.heads // setting.extents.kv_heads
    return -(-setting.heads.stop // group) - setting.heads.start // group if setting.heads else 0
