"""The needs of nests of batches: values that they read from a call, and library functions that they call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.ir.batch import (
    EVERYTHING,
    AllHeads,
    Batches,
    BlockList,
    Bounds,
    ByShare,
    Cells,
    Documents,
    Nest,
    Packed,
    Predicate,
    Strip,
    View,
)
from patternc.ir.facts import bound_facts
from patternc.ir.index import Index, names
from patternc.ir.mask import Mask
from patternc.ir.scores import Scores
from patternc.ir.traversal import all_heads, atoms, names_in

DEVICE, TABLES = "a device", "tables of blocks"
"""What a call has besides numbers and inputs: no input is called so."""


@dataclass(frozen=True, slots=True)
class Uses:
    """The needs of a module's nests in both passes.

    `cells`: some nests list blocks. `apart`: heads differ in their scores.
    `fused`: torch's fused attention may compute blocks.
    `total`, `device`: nests read how many heads there are, and where.
    """

    cells: bool
    apart: bool
    fused: bool
    total: bool
    device: bool


def uses(batches: Batches, scores: Scores) -> Uses:
    """The needs of a kernel's nests: lists, fused attention, a device, the total number of heads."""
    nests = batches.nests
    listed = any(nest.listed is not None for nest in nests)
    lists = [blocks for nest in nests for blocks in lists_of(nest)]
    parted = not all(all_heads(group.heads) for group in batches.groups)
    return Uses(
        cells=listed,
        apart=scores.alibi or scores.pairs,
        fused=scores.rising,
        total=parted or any(blocks.of_key_heads or not blocks.by_total for blocks in lists),
        device=DEVICE in names_read(batches),
    )


def takes(node: Bounds | Predicate) -> frozenset[str]:
    """The names that a function of positions reads besides them: `head`, `heads`, `n`, inputs, and `TABLES`."""
    match node:
        case Bounds(lows, highs):
            return frozenset().union(*(bound_facts(bound).reads for bound in (*lows, *highs)))
        case Predicate(_, _, held):
            looked_up = {table.selection for table in held}
            asked = (atom for mask in _asked(node) for atom in atoms(mask) if atom not in looked_up)
            return frozenset({TABLES} if held else ()).union(*map(names_in, asked))


def names_read(batches: Batches) -> frozenset[str]:
    """The names that nests read from a call: `DEVICE`, `n`, `head_offset`, `num_heads`, and inputs."""
    read = set[str]()
    for group in batches.groups:
        if not all_heads(group.heads):
            read |= {"head_offset", "num_heads"}
    return frozenset(read.union(*map(_read, batches.nests)))


def _read(nest: Nest) -> frozenset[str]:
    batch = nest.batch
    bounds = [*batch.bounds.lows, *batch.bounds.highs]
    for other in (batch.joined or EVERYTHING, batch.rows, batch.columns):
        bounds += [*other.lows, *other.highs]
    found = set().union(*(bound_facts(bound).reads for bound in bounds), names(*_expressions(nest)) & {"num_heads"})
    found |= set() if batch.predicate is None else takes(batch.predicate)
    found |= {"num_heads"} if "heads" in found or isinstance(nest.heads, ByShare) else set()
    found |= set() if isinstance(nest.heads, AllHeads) else {"head_offset"}
    found |= {nest.segments.input} if isinstance(nest.segments, Documents) else set()
    found |= {DEVICE} if any(isinstance(view, Packed) for view in (batch.rows, batch.columns)) else set()
    for blocks in lists_of(nest):
        found |= {"n", DEVICE, *blocks.inputs}
        found |= {"head_offset"} if blocks.by_place else set()
        found |= {"num_heads"} if blocks.by_total else set()
    return frozenset(found - {"head", "heads", TABLES})


def lists_of(nest: Nest) -> tuple[BlockList, ...]:
    """The block lists that a nest calls."""
    own = () if nest.listed is None else (nest.listed.blocks,)
    return (*own, *(table.blocks for table in nest.tables))


def _expressions(nest: Nest) -> Iterator[Index]:
    if nest.classes is not None:
        yield from nest.classes.skipped
    for view in (nest.batch.rows, nest.batch.columns):
        yield from _residues(view)


def _residues(view: View) -> tuple[Index, ...]:
    match view:
        case Strip(residue=residue):
            return (residue,)
        case Packed(classes):
            return tuple(one.residue for one in classes)
        case Cells():
            return ()


def _asked(predicate: Predicate) -> tuple[Mask, ...]:
    return (*predicate.masks, *(mask for mask, _ in predicate.counted))
