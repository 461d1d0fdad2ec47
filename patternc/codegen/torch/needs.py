"""What batches need: the names that their nests read of a call, and the functions of the library that they call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from patternc.codegen.block_lists.listings import is_hashed
from patternc.codegen.provenance import all_heads
from patternc.codegen.torch.legalize import CAUSAL
from patternc.ir.batch import (
    EVERYTHING,
    Alike,
    Bands,
    Batches,
    BlockList,
    Bounds,
    ByResidue,
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
from patternc.ir.mask import Alibi, Bias, Combine, Mask, OfDocument, Random, Sink
from patternc.ir.traversal import atoms, names_in, names_in_bound

DEVICE, TABLES = "a device", "tables of blocks"
"""What a call has besides numbers and inputs: no input is called so."""


@dataclass(frozen=True, slots=True)
class Fields:
    """Which fields a run of this module has besides its views and bounds."""

    admits: bool
    log_count: bool
    softmax: bool
    heads: bool
    listed: bool
    tables: bool
    dropout: bool


@dataclass(frozen=True, slots=True)
class Uses:
    """Which functions of the library the nests need."""

    bands: bool
    slabs: bool
    every: bool
    by_residue: bool
    by_block: bool
    sharing: bool
    partial: bool
    documents: bool
    looked_up: bool
    packed: bool
    cells: bool
    ordered: bool
    of_head: bool
    strips: bool
    apart: bool
    hashed: bool
    counted: bool
    masked: bool
    positions: bool
    sloped: bool
    fused: bool
    few: bool
    everything: bool
    causal: bool
    total: bool
    device: bool
    scored: bool
    block: bool
    near: bool
    held: bool
    everywhere: bool
    own_position: bool
    entries: bool
    mixes: bool
    groups: bool

    @property
    def square(self) -> bool:
        """Whether one call of torch's fused attention may compute a run."""
        return self.everything or self.causal

    @property
    def segments(self) -> bool:
        """Whether a run may hold several segments that differ by their position alone."""
        return self.bands or self.slabs

    @property
    def large(self) -> bool:
        """Whether oneDNN may compute the products of large blocks."""
        return self.fused


def fields(batches: Batches) -> Fields:
    """The fields that not every module's runs have."""
    found = [nest.batch for nest in batches.nests]
    return Fields(
        admits=any(batch.predicate is not None for batch in found),
        log_count=any(batch.multiplicity > 1 for batch in found),
        softmax=max(group.softmaxes for group in batches.groups) > 1,
        heads=batches.dropout or any(isinstance(score, Alibi) for score in batches.scores),
        listed=any(nest.listed is not None for nest in batches.nests),
        tables=any(isinstance(score, Bias) for score in batches.scores),
        dropout=batches.dropout,
    )


def uses(batches: Batches) -> Uses:
    """The functions that some node needs."""
    nests, own = batches.nests, fields(batches)
    views = [view for nest in nests for view in (nest.batch.rows, nest.batch.columns)]
    walked = [nest for nest in nests if nest.listed is None]
    seen = [bounds for nest in nests for bounds in (nest.batch.bounds, nest.batch.joined) if bounds is not None]
    predicates = [nest.batch.predicate for nest in nests if nest.batch.predicate is not None]
    named: tuple[Bounds | Predicate, ...] = (*seen, *predicates)
    whole = {nest.batch.bounds for nest in walked if nest.batch.fused} if fusable(batches) else set[Bounds]()
    masked = own.admits or own.listed or any(bounds != EVERYTHING for bounds in seen)
    sloped = any(isinstance(score, Alibi) for score in batches.scores)
    scored = masked or sloped or own.tables
    lists = [blocks for nest in nests for blocks in lists_of(nest)]
    bands = any(isinstance(nest.segments, Bands) for nest in nests)
    halved = bands and CAUSAL in whole  # into parts, one of them without bounds
    return Uses(
        bands=bands,
        slabs=any(isinstance(nest.segments, Slabs) for nest in nests),
        every=any(isinstance(view, Strip) and view.step > 1 for view in views),
        by_residue=any(isinstance(nest.heads, ByResidue) for nest in nests),
        by_block=any(isinstance(nest.heads, ByShare) for nest in nests),
        sharing=own.listed or not all(isinstance(nest.heads, OneByOne) for nest in nests),
        partial=any(takes(one) for one in named),
        documents=any(isinstance(nest.segments, Documents) for nest in nests),
        looked_up=any(isinstance(bound, OfDocument) for bounds in seen for bound in (*bounds.lows, *bounds.highs)),
        packed=any(isinstance(view, Packed) for view in views),
        cells=own.listed,
        ordered=any(isinstance(view, Cells) and view.order is not None for view in views),
        of_head=any(isinstance(nest.heads, OneByOne) and nest.listed is not None for nest in nests),
        strips=bool(walked),
        apart=own.heads or own.tables,
        hashed=any(_is_hashed(atom) for nest in walked for mask in tested(nest) for atom in atoms(mask)),
        counted=any(predicate.counted for predicate in predicates),
        masked=masked,
        positions=masked or sloped or own.tables or own.dropout,
        sloped=sloped,
        fused=fusable(batches),
        few=fusable(batches) and not own.listed and not any(isinstance(view, Packed) for view in views),
        everything=EVERYTHING in whole or halved,
        causal=CAUSAL in whole,
        total=any(not blocks.by_total for blocks in lists),
        device=DEVICE in names_read(batches),
        scored=scored,
        block=scored or bool(whole - {EVERYTHING}) or own.dropout,
        near=any(nest.listed is not None and nest.listed.near for nest in nests),
        held=any(nest.held for nest in nests),
        everywhere=EVERYTHING in seen or halved,
        own_position=CAUSAL in seen,
        entries=bool(names_read(batches) - {DEVICE, "n", "head_offset", "num_heads"}),
        groups=not all(all_heads(group.heads) for group in batches.groups),
        mixes=own.softmax and any(group.combine in (Combine.LSE, Combine.LSE_DETACH) for group in batches.groups),
    )


def fusable(batches: Batches) -> bool:
    """Whether scores are what torch's fused attention computes; a sink comes after the softmax."""
    return all(isinstance(score, Sink) for score in batches.scores)


def takes(node: Bounds | Predicate) -> frozenset[str]:
    """What a function of positions reads besides them: `head`, `heads`, `n`, inputs, and `TABLES`."""
    match node:
        case Bounds(lows, highs):
            return frozenset().union(*map(names_in_bound, (*lows, *highs)))
        case Predicate(_, _, held):
            looked_up = {table.selection for table in held}
            found = (atom for mask in _asked(node) for atom in atoms(mask) if atom not in looked_up)
            return frozenset({TABLES} if held else ()).union(*map(names_in, found))


def names_read(batches: Batches) -> frozenset[str]:
    """What the nests read of a call: `DEVICE`, `n`, `head_offset`, `num_heads`, and inputs by their names."""
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
    found |= set() if isinstance(nest.heads, Alike) else {"head_offset"}
    found |= {nest.segments.input} if isinstance(nest.segments, Documents) else set()
    found |= {DEVICE} if any(isinstance(view, Packed) for view in (batch.rows, batch.columns)) else set()
    for blocks in lists_of(nest):
        found |= {"n", DEVICE, *blocks.inputs}
        found |= {"head_offset"} if blocks.by_place else set()
        found |= {"num_heads"} if blocks.by_total else set()
    return frozenset(found - {"head", "heads", TABLES})


def lists_of(nest: Nest) -> tuple[BlockList, ...]:
    """The lists of blocks that a nest asks for."""
    own = () if nest.listed is None else (nest.listed.blocks,)
    return (*own, *(table.blocks for table in nest.held))


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
    """The masks that a nest asks of pairs."""
    return () if nest.batch.predicate is None else _asked(nest.batch.predicate)


def _asked(predicate: Predicate) -> tuple[Mask, ...]:
    return (*predicate.masks, *(mask for mask, _ in predicate.counted))


def _is_hashed(mask: Mask) -> bool:
    return isinstance(mask, Random) and is_hashed(mask)
