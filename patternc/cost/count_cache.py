"""Counts of a pattern that are kept, so that targets and passes share them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from patternc.codegen.block_lists.listings import Listed
from patternc.ir.count_tiles import Tally
from patternc.ir.kernel import Kernel
from patternc.ir.launch_settings import Lines
from patternc.ir.mask import Pattern, Side
from patternc.ir.tile import Launch, Program, Run, Tiles

if TYPE_CHECKING:
    from patternc.cost.launch_runs import LaunchRun
    from patternc.ir.index import Value

Numbers: TypeAlias = npt.NDArray[np.int64]
Pairs: TypeAlias = dict[tuple[Listed, int], tuple[Numbers, Numbers, npt.NDArray[np.bool_]]]
Counted: TypeAlias = tuple[Numbers, Numbers]
"""The entries of each line, and the fully admitted ones among them."""


@dataclass(slots=True)
class CountCache:
    """The counts of a pattern for one length, number of heads and set of inputs, which all targets share.

    `rough`: examine fewer pairs. `lines`: the lines of a list
    and whether all were counted, by list, side, rows per line, head, and how many heads share the effort. `pairs`: the
    pairs of blocks that all lines of a list hold, and which are fully admitted, by list and head.
    `needed`: the names that counting a program's tiles reads, by the id of the program, which is kept alive for that.
    `tallies`: tile counts, by the id of the program and all values it reads. `arrays`: the arrays among these values,
    by their ids, kept alive for that. `made`: the lines of all heads of a group. `documents`: the ends of the document
    of every position, by input and block size.
    `described`: whether programs of a tile IR load by descriptors, by its id. `held`: the rows of the longest run of a
    launch, by its id and that of its run. `runs`: the same runs with their arguments, by these ids and the tile's size.
    `means`: the mean number of keys per row, by the normal form whose keys are counted.
    `names`: the arguments of all programs besides extents. `lists`: those of a kernel by their numbers, by its id.
    """

    rough: bool = False
    lines: dict[tuple[Listed, Side, int, int, int], tuple[Counted, bool]] = field(default_factory=dict)
    pairs: Pairs = field(default_factory=dict)
    needed: dict[int, tuple[Program, frozenset[str]]] = field(default_factory=dict)
    tallies: dict[tuple[object, ...], Tally] = field(default_factory=dict)
    arrays: dict[int, Numbers] = field(default_factory=dict)
    made: dict[tuple[object, ...], tuple[Lines, bool]] = field(default_factory=dict)
    documents: dict[tuple[str, int], Numbers] = field(default_factory=dict)
    described: dict[int, tuple[Tiles, bool]] = field(default_factory=dict)
    held: dict[tuple[int, int], tuple[int, Launch, Run]] = field(default_factory=dict)
    runs: dict[tuple[int, int, int, int], LaunchRun] = field(default_factory=dict)
    means: dict[Pattern, float] = field(default_factory=dict)
    names: dict[str, Value] = field(default_factory=dict)
    lists: dict[int, tuple[Kernel, dict[int, Listed]]] = field(default_factory=dict)
