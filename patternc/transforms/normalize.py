"""Negation normal form of masks, flat and without constants."""

from __future__ import annotations

from dataclasses import replace

from patternc.ir.bounds import decided, normal, opposite_bound, transposed
from patternc.ir.facts import atom_facts, bound_facts
from patternc.ir.grid_axes import GridAxis
from patternc.ir.hashes import HASHES
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Box,
    Compare,
    Constant,
    Fixed,
    Mask,
    Name,
    Not,
    Number,
    Or,
    Pattern,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
)


def run(pattern: Pattern) -> Pattern:
    """Put every branch into negation normal form.

    Keeps: multiplicity(run(p), h, q, k) == multiplicity(p, h, q, k).
    Ensures: `not` stands before atoms that are no bounds; no And holds an And or TRUE, no Or an Or or FALSE; no operand
    twice; bounds that follow the other side are bounds on the key, in normal form; a residue class names its segment
    only where the dilation does not divide it; no box has one dimension.
    """
    groups = tuple(
        replace(group, branches=tuple(replace(branch, mask=simplified(branch.mask)) for branch in group.branches))
        for group in pattern.groups
    )
    return replace(pattern, groups=groups)


def simplified(mask: Mask, negated: bool = False) -> Mask:
    """The mask, or its negation, in negation normal form."""
    match mask:
        case Not(inner):
            return simplified(inner, not negated)
        case And(masks) | Or(masks):
            parts = tuple(simplified(part, negated) for part in masks)
            return _all(parts) if isinstance(mask, And) != negated else _any(parts)
        case AtLeast() | Below():
            return _bound(opposite_bound(mask) if negated else mask)
        case Residue():
            return _residue(mask, negated)
        case SameResidue(dilation, segment, block):
            if dilation == 1:
                return FALSE if negated else TRUE
            same = SameResidue(dilation, _needed(segment, dilation), block)
            return Not(same) if negated else same
        case Random(threshold=threshold) if threshold is not None and threshold >= HASHES:
            return FALSE if negated else TRUE
        case Compare(operator, Number(left), Number(right)):
            holds = left == right if operator == "==" else left < right
            return FALSE if holds == negated else TRUE
        case Box(grid) if len(grid) == 1:
            return simplified(_on_a_line(*atom_facts(mask).axes), negated)
        case _:
            return Not(mask) if negated else mask


def _bound(atom: AtLeast | Below) -> Mask:
    if atom.side is Side.QUERY and bound_facts(atom.bound).by_position:
        atom = transposed(atom)
    held = decided(atom)
    return replace(atom, bound=normal(atom.bound)) if held is None else TRUE if held else FALSE


def _residue(atom: Residue, negated: bool) -> Mask:
    if atom.dilation == 1:
        return FALSE if negated else TRUE
    atom = replace(atom, segment=_needed(atom.segment, atom.dilation))
    match atom.offset:
        case Fixed(value) if negated and atom.dilation == 2:
            return replace(atom, offset=Fixed(1 - value))
    return Not(atom) if negated else atom


def _needed(segment: int | None, dilation: int) -> int | None:
    """The segment that a residue class needs: none if the dilation divides it, because then (x % w) % r == x % r."""
    return None if segment is None or segment % dilation == 0 else segment


def _on_a_line(axis: GridAxis) -> Mask:
    """A box of one dimension as a window, plus, for rows near an end, the first or last cells of their class."""
    _, size, extent, dilation, step, cells_before = axis
    longer, whole = size % dilation, extent * dilation
    if whole == size:
        return SameResidue(dilation)
    if step > 1 and longer:  # the first classes have a cell more, so their last steps begin elsewhere
        is_longer = Compare("<", Arithmetic("%", Name("q"), Number(dilation)), Number(longer))
        some, others = (_on_a_line(axis._replace(size=size - longer + more)) for more in (dilation, 0))
        return Or((And((is_longer, some)), And((Not(is_longer), others))))
    before, after = cells_before * dilation, (extent - 1 - cells_before) * dilation
    if step == 1:
        early, late, low, high = before, size - after, RelativePosition(-before), RelativePosition(after + 1)
    else:
        shared = step * dilation
        early, late = -(-before // shared) * shared, ((size - whole + before) // shared + 1) * shared
        low, high = RelativePosition(-before, period=shared), RelativePosition(whole - before, period=shared)
    window: tuple[Mask, ...] = (AtLeast(Side.KEY, low), Below(Side.KEY, high))
    parts: tuple[Mask, ...] = ()
    if early:
        window = (AtLeast(Side.QUERY, Constant(early)), *window)
        parts += (And((Below(Side.QUERY, Constant(early)), Below(Side.KEY, Constant(whole)))),)
    if late < size:
        window = (Below(Side.QUERY, Constant(late)), *window)
        parts += (And((AtLeast(Side.QUERY, Constant(late)), AtLeast(Side.KEY, Constant(size - whole)))),)
    return And((SameResidue(dilation), Or((And(window), *parts))))


def _all(parts: tuple[Mask, ...]) -> Mask:
    flat = _flat(parts, And)
    return FALSE if FALSE in flat else flat[0] if len(flat) == 1 else And(flat)


def _any(parts: tuple[Mask, ...]) -> Mask:
    flat = _flat(parts, Or)
    return TRUE if TRUE in flat else flat[0] if len(flat) == 1 else Or(flat)


def _flat(parts: tuple[Mask, ...], kind: type[And] | type[Or]) -> tuple[Mask, ...]:
    """Operands of nested operators of the same kind, each once, in order."""
    inner = (part.masks if isinstance(part, And | Or) and isinstance(part, kind) else (part,) for part in parts)
    return tuple(dict.fromkeys(mask for group in inner for mask in group))
