"""Advice on what to change in a pattern, with numbers that follow from its bounds, blocks and residue classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from patternc.analysis.cyclic_shifts import in_words, windows_without_wrap
from patternc.analysis.efficiency import clause_without_wrap, visited_for_each_admitted
from patternc.analysis.tile_fill import TILE, Reach, reach_of
from patternc.cost.device_time import Call
from patternc.cost_constants import ADVISED_RATIO
from patternc.ir.facts import atom_facts
from patternc.ir.kernel import Columns
from patternc.ir.mask import And, Branch, ByHead, ByHeadBlock, Combine, Curve, HeadGroup, Layout, Offset, Pattern, Side
from patternc.ir.semantics import offset_value
from patternc.ir.traversal import atoms, pattern_atoms, residues, selections_in
from patternc.schedule import boxes_of
from patternc.schedule.grid_layout import choose_layout, layout_costs
from patternc.transforms import Clause, clauses_of


@dataclass(frozen=True, slots=True)
class Advice:
    """A change as a sentence, and the number that it improves, before and after the change."""

    text: str
    before: float
    after: float

    @property
    def ratio(self) -> float:
        """The work after the change over the work before, which is in proportion to the number or its inverse."""
        return min(self.before, self.after) / max(self.before, self.after)


def advise(meaning: Pattern, normal: Pattern, call: Call) -> tuple[Advice, ...]:
    """The changes of a pattern that are worth making; `normal`: the pattern in normal form."""
    branches = (branch for group in normal.groups for branch in group.branches)
    softmaxes = (one for group in normal.groups for one in one_softmax(group))
    advices = (*_shared_keys(meaning, call), *narrower(branches, call.n), *softmaxes, *other_layout(normal))
    return tuple(one for one in dict.fromkeys(advices) if one.ratio <= ADVISED_RATIO)


def narrower(branches: Iterable[Branch], n: int) -> Iterator[Advice]:
    """Changes of numbers in branches in normal form, after which tiles hold fewer pairs for each admitted one.

    `n`: the length of the sequence.
    """
    for branch in branches:
        yield from _blocks(branch)
        for clause in clauses_of(branch.mask):
            yield from _wraps(clause, n)
            reach = reach_of(clause)
            if reach is not None and reach.segment <= TILE * TILE * reach.dilation:  # longer ones fill their tiles
                yield from _segments(reach)
                yield from _windows(reach)


def _wraps(clause: Clause, n: int) -> Iterator[Advice]:
    """Windows of a cyclic shift become windows that end where the sequence or image ends."""
    windows = windows_without_wrap(And(clause))
    if windows:
        before, after = (visited_for_each_admitted(one, n) for one in (clause, clause_without_wrap(clause)))
        numbers = f"{before:.1f} -> {after:.1f} visited pairs for each admitted one, in a sequence of {n}"
        if after < before:
            yield Advice(f"use {in_words(windows)}: {numbers}", before, after)


def _segments(reach: Reach) -> Iterator[Advice]:
    """Segments become such that their residue classes are whole tiles."""
    width, unit = reach.segment, TILE * reach.dilation
    if width >= reach.dilation:
        wanted = max(1, round(width / unit)) * unit
        yield from _filled(f"segments of {wanted} in place of {width}", reach, replace(reach, segment=wanted))


def _windows(reach: Reach) -> Iterator[Advice]:
    """Windows become such that they end at tile edges."""
    unit = TILE * reach.dilation
    if unit <= reach.left < (reach.segment or inf):
        wanted = reach.left // unit * unit
        words = f"a window of {wanted} positions in place of {reach.left}"
        yield from _filled(words, reach, replace(reach, left=wanted))


def _filled(words: str, reach: Reach, wanted: Reach) -> Iterator[Advice]:
    before, after = reach.fill, wanted.fill
    if after > before:
        numbers = f"rows attend to {before:.2f} -> {after:.2f} of the pairs in tiles of {TILE} x {TILE}"
        yield Advice(f"use {words}: {numbers}", before, after)


def _blocks(branch: Branch) -> Iterator[Advice]:
    """Selected blocks become whole tiles, and their number smaller in proportion; those of a table stay."""
    chosen = [atom_facts(one) for one in selections_in(atoms(branch.mask))]
    if all(one.hashed or one.count is not None for one in chosen):
        for block in sorted({one.block for one in chosen if one.block < TILE}):
            share = block / TILE
            words = f"use blocks of {TILE} in place of {block}, and fewer of them"
            yield Advice(f"{words}: {share:.2g} -> 1 of the {TILE} rows of a tile share a list", share, 1)


def one_softmax(group: HeadGroup) -> Iterator[Advice]:
    """One softmax over all branches in place of one for each."""
    count, rule = len(group.branches), group.combine
    if count > 1 and rule not in (Combine.LSE, Combine.GATE):  # gates are learned
        note = "the same output, other gradients" if rule is Combine.LSE_DETACH else "another output"
        words = f"use `combine lse` in place of `combine {rule.value}` ({note})"
        yield Advice(f"{words}: {count} -> 1 softmaxes", count, 1)


def other_layout(normal: Pattern) -> Iterator[Advice]:
    """The layout of a grid's cells that visits fewest tiles."""
    boxes, written = boxes_of(normal), normal.layout
    if boxes and written.curve is not Curve.AUTO:
        best = choose_layout(Layout(), normal.grid, boxes, Columns.TILES)
        costs = layout_costs((written, best), normal.grid, boxes, Columns.TILES)
        for before, after in [tuple(one.visited for one in costs)] if costs else ():
            words = f"use `layout auto` in place of `layout {written.curve.value}`"
            yield Advice(f"{words}: {before:.3g} -> {after:.3g} tiles visited by a tile of rows", before, after)


def _shared_keys(meaning: Pattern, call: Call) -> Iterator[Advice]:
    """Advice for query heads that share a key head but attend to several residue classes of its keys."""
    shared = call.heads // call.kv_heads
    dilations = dict.fromkeys(
        atom.dilation for atom in residues(pattern_atoms(meaning), Side.KEY) if isinstance(atom.offset, ByHead)
    )
    for dilation in dilations:
        before, after = (_classes(rule, dilation, call, shared) for rule in (ByHead(), ByHeadBlock()))
        if after < before:
            yield Advice(
                f"offset=head_block lets the {shared} heads of a key head share keys: "
                f"residue classes mod {dilation} that they attend to {before} -> {after}",
                before,
                after,
            )


def _classes(rule: Offset, dilation: int, call: Call, shared: int) -> int:
    """The most residue classes of keys that the query heads of one key head attend to."""
    firsts = range(0, call.heads, shared)
    return max(
        len({offset_value(rule, dilation, head, call.heads) for head in range(first, first + shared)})
        for first in firsts
    )
