"""Changes of a pattern's numbers whose savings `patternc cost` computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from patternc.analysis.cyclic_shifts import in_words, unwrapped, windows_without_wrap
from patternc.analysis.efficiency import TILE
from patternc.ir.facts import atom_facts
from patternc.ir.mask import (
    AtLeast,
    Atom,
    Below,
    Combine,
    Curve,
    Layout,
    Mask,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    TopK,
)
from patternc.ir.traversal import (
    atoms,
    boxes_in,
    classes_in,
    mapped,
    pattern_atoms,
    pattern_bounds,
    ranges,
    relative,
    selections_in,
    tables_of,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change as a hint (`use ... in place of ...`), and the changed pattern. `keeps`: rows keep their keys."""

    words: str
    pattern: Pattern
    keeps: bool = False


def edits(meaning: Pattern) -> Iterator[Edit]:
    """The changes to try, one at a time."""
    yield from _wraps(meaning)
    yield from _segments(meaning)
    yield from _blocks(meaning)
    yield from _windows(meaning)
    yield from _one_softmax(meaning)
    yield from _layout(meaning)


def _wraps(meaning: Pattern) -> Iterator[Edit]:
    """Replace windows of a cyclic shift by windows that end where the sequence or image ends."""
    masks = [branch.mask for group in meaning.groups for branch in group.branches]
    windows = tuple(dict.fromkeys(text for mask in masks for text in windows_without_wrap(mask)))
    if windows:
        yield Edit(in_words(windows), _with_masks(meaning, unwrapped))


def _segments(meaning: Pattern) -> Iterator[Edit]:
    """Change segments so that their residue classes are whole tiles."""
    steps: dict[int, int] = {}
    for group in meaning.groups:
        for branch in group.branches:
            named = tuple(atoms(branch.mask))
            dilation = max((one.dilation for one in classes_in(named) if one.block == 1), default=1)
            for width in _widths(named):
                steps[width] = max(steps.get(width, 1), dilation)
    for width, dilation in steps.items():
        unit = TILE * dilation
        wanted = max(1, round(width / unit)) * unit
        if wanted != width and width >= dilation:
            yield Edit(f"segments of {wanted} in place of {width}", _with_width(meaning, width, wanted))


def _widths(named: tuple[Atom, ...]) -> Iterator[int]:
    """The lengths of segments: those with a bound at the start of the other position's segment and one at its end."""
    bounds = relative(one.bound for one in ranges(named))
    for bound in dict.fromkeys(bounds):
        width = bound.period
        whole = width > 1 and bound == RelativePosition(0, 0, width) and RelativePosition(width, 0, width) in bounds
        if whole and all(atom_facts(atom).block != width for atom in named):
            yield width


def _with_width(meaning: Pattern, width: int, wanted: int) -> Pattern:
    def changed(atom: Atom) -> Atom:
        match atom:
            case AtLeast(_, RelativePosition(offset, 0, period)) | Below(_, RelativePosition(offset, 0, period)) if (
                period == width
            ):
                bound = RelativePosition(offset // width * wanted, 0, wanted)
                return replace(atom, bound=bound)
            case Residue(segment=segment, block=1) | SameResidue(segment=segment, block=1) if segment == width:
                return replace(atom, segment=wanted)
            case _:
                return atom

    return _mapped(meaning, changed)


def _blocks(meaning: Pattern) -> Iterator[Edit]:
    """Change block sizes to whole tiles, and the number of selected blocks in proportion."""
    if tables_of(meaning):
        return
    chosen = {selection.block for selection in selections_in(pattern_atoms(meaning))}
    for block in sorted(one for one in chosen if one < TILE):
        words = f"blocks of {TILE} in place of {block}, and fewer of them"
        yield Edit(words, _with_block(meaning, block))


def _with_block(meaning: Pattern, block: int) -> Pattern:
    def changed(atom: Atom) -> Atom:
        match atom:
            case AtLeast(_, RelativePosition(offset, 0, period)) if period == block:
                return replace(atom, bound=RelativePosition(_rounded(offset), 0, TILE))
            case Below(_, RelativePosition(offset, 0, period)) if period == block:  # after the last block
                return replace(atom, bound=RelativePosition(_rounded(offset - block) + TILE, 0, TILE))
            case Random(own, seed, int(count), None) if own == block:
                return Random(TILE, seed, max(1, round(count * block / TILE)))
            case Random(own, seed, None, threshold) if own == block:
                return Random(TILE, seed, None, threshold)
            case TopK(own, count) if own == block:
                return TopK(TILE, max(1, round(count * block / TILE)))
            case Residue(block=own) | SameResidue(block=own) if own == block:
                return replace(atom, block=TILE)
            case _:
                return atom

    return _mapped(meaning, changed)


def _rounded(offset: int) -> int:
    """The offset rounded to a multiple of a tile, with the same sign."""
    return -(-offset // TILE) * TILE if offset > 0 else offset // TILE * TILE


def _windows(meaning: Pattern) -> Iterator[Edit]:
    """Change windows so that they end at tile edges."""
    lefts = dict.fromkeys(
        -bound.offset for bound in relative(pattern_bounds(meaning)) if bound.period == 1 and bound.offset < 0
    )
    for left in lefts:
        wanted = left // TILE * TILE
        if 0 < wanted < left:
            yield Edit(f"a window of {wanted} positions in place of {left}", _with_left(meaning, left, wanted))


def _with_left(meaning: Pattern, left: int, wanted: int) -> Pattern:
    def changed(atom: Atom) -> Atom:
        match atom:
            case AtLeast(_, RelativePosition(offset, 0, 1)) | Below(_, RelativePosition(offset, 0, 1)) if (
                offset == -left
            ):
                return replace(atom, bound=RelativePosition(-wanted))
            case _:
                return atom

    return _mapped(meaning, changed)


def _one_softmax(meaning: Pattern) -> Iterator[Edit]:
    rules = {group.combine for group in meaning.groups if len(group.branches) > 1} - {Combine.LSE}
    for rule in sorted(rules, key=lambda one: one.value):
        groups = tuple(
            replace(group, combine=Combine.LSE) if group.combine is rule else group for group in meaning.groups
        )
        note = "the same output, other gradients" if rule is Combine.LSE_DETACH else "another output"
        yield Edit(f"`combine lse` in place of `combine {rule.value}` ({note})", replace(meaning, groups=groups), True)


def _layout(meaning: Pattern) -> Iterator[Edit]:
    if meaning.layout.curve is not Curve.AUTO and boxes_in(pattern_atoms(meaning)):
        curve = meaning.layout.curve.value
        yield Edit(f"`layout auto` in place of `layout {curve}`", replace(meaning, layout=Layout()), True)


def _mapped(meaning: Pattern, change: Callable[[Atom], Atom]) -> Pattern:
    """The pattern with every atom changed."""
    return _with_masks(meaning, lambda mask: mapped(mask, change))


def _with_masks(meaning: Pattern, change: Callable[[Mask], Mask]) -> Pattern:
    """The pattern with every branch's mask changed."""
    return replace(
        meaning,
        groups=tuple(
            replace(group, branches=tuple(replace(one, mask=change(one.mask)) for one in group.branches))
            for group in meaning.groups
        ),
    )
