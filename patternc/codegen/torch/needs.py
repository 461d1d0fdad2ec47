"""The needs of nests of batches: values that they read from a call, and library functions that they call."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.ir.batch import AllHeads, Batches, BlockList, Bounds, ByShare, Nest, Places, Predicate
from patternc.ir.facts import bound_facts
from patternc.ir.index import Index, names
from patternc.ir.mask import Mask
from patternc.ir.traversal import all_heads, atoms, names_in

DEVICE, TABLES, TOTAL = "a device", "tables of blocks", "the number of heads of the call"
"""What a call has besides numbers and inputs: no input is called so."""


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
    """The names that nests read from a call: `DEVICE`, `TOTAL`, `n`, `head_offset`, `num_heads`, and inputs."""
    parted = not all(all_heads(group.heads) for group in batches.groups)
    read = {"head_offset", "num_heads", TOTAL} if parted else set[str]()
    return frozenset(read.union(*map(_read, batches.nests)))


def _read(nest: Nest) -> frozenset[str]:
    batch, views = nest.batch, (nest.batch.rows, nest.batch.columns)
    bounds = [*batch.bounds.lows, *batch.bounds.highs, *(bound for one in views for bound in (*one.lows, *one.highs))]
    found = set().union(*(bound_facts(bound).reads for bound in bounds), names(*_expressions(nest)) & {"num_heads"})
    found |= set() if batch.predicate is None else takes(batch.predicate)
    found |= {"num_heads"} if "heads" in found or isinstance(nest.heads, ByShare) else set()
    found |= set() if isinstance(nest.heads, AllHeads) else {"head_offset"}
    found |= {DEVICE} if any(isinstance(view, Places) and not view.strided for view in views) else set()
    for blocks in lists_of(nest):
        found |= {"n", DEVICE, *blocks.inputs}
        found |= {"head_offset"} if blocks.by_place else set()
        found |= {"num_heads"} if blocks.by_total else {TOTAL}
    return frozenset(found - {"head", "heads", TABLES})


def lists_of(nest: Nest) -> tuple[BlockList, ...]:
    """The block lists that a nest calls."""
    own = () if nest.listed is None else (nest.listed.blocks,)
    return (*own, *(table.blocks for table in nest.tables))


def _expressions(nest: Nest) -> Iterator[Index]:
    if nest.classes is not None:
        yield from nest.classes.skipped
    for view in (nest.batch.rows, nest.batch.columns):
        yield from (one.residue for one in view.classes) if isinstance(view, Places) else ()


def _asked(predicate: Predicate) -> tuple[Mask, ...]:
    return (*predicate.masks, *(mask for mask, _ in predicate.counted))
