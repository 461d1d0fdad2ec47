"""The work of C++ modules besides products of tiles: programs start, pairs are tested, columns copied, lists made.

It is counted in pairs of a forward pass: any CPU computes these at some rate, so ratios to dense attention do not
depend on the CPU.
"""

from __future__ import annotations

from patternc.analysis.equal_heads import local_heads
from patternc.codegen.block_lists.listings import Listed, listings
from patternc.cost.device_time import Call
from patternc.cost_constants import (
    CHOSEN_FROM,
    GATHERED,
    GATHERED_IN_PLACE,
    GRADIENTS_BESIDE,
    LIST_MADE,
    LISTED_PAIR,
    ONE_PASS_UNITS,
    PAIR_TESTED,
    PORTION_ROWS,
    PORTION_UNITS,
    PROGRAM,
    PROGRAM_OF_QUERY,
)
from patternc.ir.kernel import Kernel
from patternc.ir.mask import Side
from patternc.ir.tile import Tiles
from patternc.ir.traversal import boxes_in
from patternc.schedule.cost_model import listed_share
from patternc.schedule.grid_layout import tiles_a_row
from patternc.schedule.tile_sizes import CPU_TILE


def in_one_pass(call: Call, *, cut: bool) -> bool:
    """Whether a call has enough key heads for one pass for all gradients. `cut`: in portions, whose threads add up."""
    units = call.batch * call.kv_heads
    portions = max(1, min(-(-PORTION_UNITS // units), call.n // PORTION_ROWS)) if cut else 1
    return units * portions >= ONE_PASS_UNITS


def is_cut(tiles: Tiles) -> bool:
    """Whether one pass for all gradients is cut in portions."""
    return any("portions" in named.program.numbers for named in tiles.programs)


def of_programs(programs: float, tested: float, gathered: float, *, gradients: bool, by_query: bool = False) -> float:
    """The work of programs besides products.

    Args:
        programs: their number.
        tested: the pairs that they test.
        gathered: the columns that they copy, because these are not equally spaced.
        gradients: they compute gradients.
        by_query: they are of one query each, and read columns where they are.
    """
    start, column = (PROGRAM_OF_QUERY, GATHERED_IN_PLACE) if by_query else (PROGRAM, GATHERED)
    work = start * programs + PAIR_TESTED * tested + column * gathered
    return GRADIENTS_BESIDE * work if gradients else work


def of_dense(call: Call) -> tuple[float, float]:
    """The work of both passes of dense attention besides products: its programs start."""
    programs = call.batch * call.heads * -(-call.n // CPU_TILE)
    return of_programs(programs, 0, 0, gradients=False), of_programs(programs, 0, 0, gradients=True)


def of_lists(kernel: Kernel, call: Call, *, once: bool) -> tuple[float, float]:
    """The work of the lists of both passes; `once`: one pass computes all gradients.

    Lists that read no runtime input are made once, and cost nothing here.
    """
    made = [one for one in listings(kernel) if one.inputs]
    listed = LIST_MADE * len(made) + LISTED_PAIR * sum(_pairs(one, call) for one in made)
    lists = call.batch * listed
    return _choice(kernel, call) + lists, lists if once else 2 * lists


def _pairs(listed: Listed, call: Call) -> float:
    """The pairs of blocks in a list of one batch entry, before bounds leave some of them out."""
    rows, columns = (-(-call.n // listed.listing.size(side)) for side in Side)
    heads = call.heads if listed.by_head or listed.of_heads else 1
    if listed.order is not None:
        return heads * rows * sum(tiles_a_row(box, listed.order) for box in boxes_in(listed.listing.literals))
    return heads * rows * columns * listed_share(listed.listing, call.n)


def _choice(kernel: Kernel, call: Call) -> float:
    """The work of choosing the blocks of a `topk`: every block of keys has a score in every row of blocks."""
    if kernel.choice is None:
        return 0.0
    heads = len(local_heads(kernel.choice.heads, call.heads))
    return CHOSEN_FROM * call.batch * heads * (call.n / kernel.choice.topk.block) ** 2
