"""The call for which a launch order is chosen, and the runtime inputs that are assumed for it."""

from __future__ import annotations

from math import prod

from patternc.analysis.listed_pairs import ListedBlocks, candidates
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.cost.list_lines import EFFORT
from patternc.cost.tile_work import Call
from patternc.cost_constants import CALL_BATCH, CALL_HEADS, HEAD_DIM, LENGTH, SHORTER
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Box, Table
from patternc.ir.traversal import pattern_atoms
from patternc.schedule.grid_layout import LARGEST
from patternc.targets import Target


def model_call(kernel: Kernel, target: Target) -> Call | None:
    """The call at the longest length whose lists are made quickly; None if no length is, or tables fix the length."""
    pattern = kernel.pattern
    if any(isinstance(atom, Table) for atom in pattern_atoms(pattern)):
        return None
    lengths = (prod(pattern.grid),) if pattern.grid else (LENGTH, *SHORTER)
    n = next((n for n in lengths if n <= LARGEST and all(_pairs(one, n) <= EFFORT for one in listings(kernel))), None)
    if n is None:
        return None
    return Call(n, CALL_HEADS, CALL_HEADS, HEAD_DIM, CALL_BATCH, 4 if target.slow_half else 2)


def _pairs(one: Listed, n: int) -> int:
    """The pairs of blocks that are examined to make a list for all heads; for a box only blocks near one another."""
    if any(isinstance(literal, Box) for literal in one.listing.literals):
        return n
    blocks = ListedBlocks(one.listing.literals, one.listing.block, 0, n, {})
    return candidates(blocks) * blocks.count * (CALL_HEADS if one.by_head else 1)
