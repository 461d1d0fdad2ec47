"""What nests of batches read from a call, and which library functions they call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.block_lists.listings import is_hashed
from patternc.codegen.provenance import all_heads
from patternc.codegen.torch.legalize import CAUSAL
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
    OneByOne,
    Packed,
    Predicate,
    Slabs,
    Strip,
    View,
)
from patternc.ir.index import Index, names
from patternc.ir.mask import Alibi, Bias, Combine, Mask, Random, Sink
from patternc.ir.traversal import atoms, names_in, names_in_bound

DEVICE, TABLES = "a device", "tables of blocks"
"""What a call has besides numbers and inputs: no input is called so."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The optional fields of a block that the module's nests set."""

    log_count: bool
    softmax: bool
    heads: bool
    tables: bool
    dropout: bool


@dataclass(frozen=True, slots=True)
class Uses:
    """What the forward and backward functions need for a module's nests.

    `cells`, `strips`: some nests list blocks, some walk positions; `slabs`, `packed`: of what kinds. `sharing`: heads
    that share a key may be taken together. `apart`: heads differ in their scores. `hashed`: pairs of drawn blocks are
    tested. `fused`: torch's fused attention may compute blocks; `few`: those of few rows too, `square`: whole runs,
    `causal`: causal ones. `total`, `device`: nests read how many heads there are, and where.
    """

    cells: bool
    strips: bool
    slabs: bool
    packed: bool
    sharing: bool
    apart: bool
    hashed: bool
    fused: bool
    few: bool
    square: bool
    causal: bool
    total: bool
    device: bool
    mixes: bool


def fields(batches: Batches) -> Fields:
    """The optional fields of blocks."""
    return Fields(
        log_count=any(nest.batch.multiplicity > 1 for nest in batches.nests),
        softmax=max(group.softmaxes for group in batches.groups) > 1,
        heads=batches.dropout or any(isinstance(score, Alibi) for score in batches.scores),
        tables=any(isinstance(score, Bias) for score in batches.scores),
        dropout=batches.dropout,
    )


def uses(batches: Batches) -> Uses:
    """The needs of all nodes together."""
    nests, own = batches.nests, fields(batches)
    views = [view for nest in nests for view in (nest.batch.rows, nest.batch.columns)]
    walked, listed = [nest for nest in nests if nest.listed is None], any(nest.listed is not None for nest in nests)
    packed, fused = any(isinstance(view, Packed) for view in views), fusable(batches)
    whole = {nest.batch.bounds for nest in walked if nest.batch.fused} if fused else set[Bounds]()
    return Uses(
        cells=listed,
        strips=bool(walked),
        slabs=any(isinstance(nest.segments, Slabs) for nest in nests),
        packed=packed,
        sharing=listed or not all(isinstance(nest.heads, OneByOne) for nest in nests),
        apart=own.heads or own.tables,
        hashed=any(_is_hashed(atom) for nest in walked for mask in tested(nest) for atom in atoms(mask)),
        fused=fused,
        few=fused and not listed and not packed,
        square=bool(whole & {EVERYTHING, CAUSAL}),
        causal=CAUSAL in whole,
        total=any(not blocks.by_total for nest in nests for blocks in lists_of(nest)),
        device=DEVICE in names_read(batches),
        mixes=own.softmax and any(group.combine in (Combine.LSE, Combine.LSE_DETACH) for group in batches.groups),
    )


def fusable(batches: Batches) -> bool:
    """Whether torch's fused attention can compute the scores; a sink does not matter, as it follows the softmax."""
    return all(isinstance(score, Sink) for score in batches.scores)


def takes(node: Bounds | Predicate) -> frozenset[str]:
    """The names that a function of positions reads besides them: `head`, `heads`, `n`, inputs, and `TABLES`."""
    match node:
        case Bounds(lows, highs):
            return frozenset().union(*map(names_in_bound, (*lows, *highs)))
        case Predicate(_, _, held):
            looked_up = {table.selection for table in held}
            found = (atom for mask in _asked(node) for atom in atoms(mask) if atom not in looked_up)
            return frozenset({TABLES} if held else ()).union(*map(names_in, found))


def names_read(batches: Batches) -> frozenset[str]:
    """The names that nests read from a call: `DEVICE`, `n`, `head_offset`, `num_heads`, and inputs."""
    read = {"head_offset", "num_heads"} if fields(batches).heads else set[str]()
    for group in batches.groups:
        if not all_heads(group.heads):
            read |= {"head_offset", "num_heads"}
    return frozenset(read.union(*map(_read, batches.nests)))


def _read(nest: Nest) -> frozenset[str]:
    batch = nest.batch
    bounds = [*batch.bounds.lows, *batch.bounds.highs]
    for other in (batch.joined or EVERYTHING, batch.rows, batch.columns):
        bounds += [*other.lows, *other.highs]
    found = set().union(*map(names_in_bound, bounds), names(*_expressions(nest)) & {"num_heads"})
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


def tested(nest: Nest) -> tuple[Mask, ...]:
    """The masks that a nest tests pair by pair."""
    return () if nest.batch.predicate is None else _asked(nest.batch.predicate)


def _asked(predicate: Predicate) -> tuple[Mask, ...]:
    return (*predicate.masks, *(mask for mask, _ in predicate.counted))


def _is_hashed(mask: Mask) -> bool:
    return isinstance(mask, Random) and is_hashed(mask)
