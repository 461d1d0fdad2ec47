"""Patterns that may be slower than dense attention, by the model that ranks lowerings; others are not counted.

Neither tile IR nor numpy is imported, so that `patternc check` of most files takes no longer for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from patternc.analysis.distances import is_causal
from patternc.cost_constants import COUNTED_SHARE, LENGTH
from patternc.ir.kernel import Columns, KernelGroup, Lowering
from patternc.ir.mask import Pattern
from patternc.ir.traversal import pattern_atoms, selections_in
from patternc.schedule import schedule
from patternc.schedule.cost_model import visited_pairs
from patternc.targets import TARGETS

SWEPT = (Lowering.SINGLE, Lowering.CHAINED, Lowering.MERGED)
"""The lowerings that every backend supports: they decide whether tiles are counted."""


def may_be_slow(meaning: Pattern, normal: Pattern) -> bool:
    """Whether a plan visits so many pairs that its tiles should be counted."""
    if normal.grid or any(listed_blocks(meaning)):
        return True
    groups = schedule(meaning, normal, TARGETS[0], SWEPT, Columns.TILES).groups
    least = COUNTED_SHARE * (0.5 if is_causal(normal) else 1)
    return any(_share(group, LENGTH) > least for group in groups if not _is_one_window(group))


def _is_one_window(group: KernelGroup) -> bool:
    """Whether each row visits one range of keys without a test, which dense attention with its mask visits too."""
    return len(group.pieces) == 1 and not any(piece.residual or piece.counted for _, piece in group.pieces)


def _share(group: KernelGroup, n: int) -> float:
    return sum(visited_pairs(piece, sweep, n) for sweep, piece in group.pieces) / n**2


def listed_blocks(pattern: Pattern) -> Iterator[int]:
    """The sizes of blocks that are selected one by one."""
    return (selection.block for selection in selections_in(pattern_atoms(pattern)))
