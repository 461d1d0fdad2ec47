"""Checked program to mask IR. This stage cannot fail, because `check` reports every user error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import assert_never

from patternc.frontend import typed
from patternc.ir.coordinates import from_source, from_tiles, in_blocks, in_documents
from patternc.ir.facts import of_keys
from patternc.ir.mask import (
    FALSE,
    And,
    AtLeast,
    Atom,
    Below,
    Branch,
    Compare,
    HeadGroup,
    HeadRange,
    HeadShare,
    Input,
    KeySource,
    Label,
    Mask,
    Not,
    OfEach,
    Or,
    Owner,
    Pattern,
    Picked,
    Side,
    TileOrder,
)
from patternc.ir.projections import ModuleSpec
from patternc.ir.traversal import inputs_in, mapped, relabelled


def lower(program: typed.Program) -> tuple[Pattern, ...]:
    """The patterns of a program, in file order."""
    return tuple(_pattern(pattern, program.modules) for pattern in program.patterns)


def _pattern(pattern: typed.Pattern, modules: tuple[ModuleSpec, ...]) -> Pattern:
    specs = tuple(module for module in modules if module.pattern == pattern.name)
    made = (lowered for group in pattern.groups for lowered in _groups(group))
    groups, inputs = by_side(tuple(_from(pattern.source, one) for one in made), pattern.inputs)
    groups = _changed(groups, partial(_with_owner, {one.name: one.owner for one in inputs if one.owner is not None}))
    return Pattern(
        name=pattern.name,
        groups=groups,
        scores=pattern.scores,
        scale=pattern.scale,
        requirements=pattern.requirements,
        uncovered=pattern.uncovered,
        inputs=inputs,
        grid=pattern.grid,
        layout=pattern.layout,
        schedule=pattern.schedule,
        dropout=any(module.dropout > 0 for module in specs),
        modules=specs,
        ring=pattern.ring,
        gates=pattern.gates,
        source=pattern.source,
        whole=pattern.whole,
        span=pattern.span,
    )


def _groups(group: typed.Group) -> tuple[HeadGroup, ...]:
    """One group for a range of heads; one per branch for a partition, where `mean` still divides by all branches."""
    branches = tuple(_branch(branch) for branch in group.branches)
    match group.heads:
        case HeadRange():
            divisor = group.divisor or len(branches)
            return (HeadGroup(group.heads, branches or (Branch(FALSE),), group.combine, divisor, group.span),)
        case typed.Partition(extra_first):
            return tuple(
                HeadGroup(
                    HeadShare(index, len(branches), extra_first),
                    (branch,),
                    group.combine,
                    len(branches),
                    branch.span,
                )
                for index, branch in enumerate(branches)
            )
        case _:
            assert_never(group.heads)


def _branch(branch: typed.Branch) -> Branch:
    lowered = tuple(mask(one) for one in (branch.mask, *branch.where))
    return Branch(lowered[0] if len(lowered) == 1 else And(lowered), span=branch.span)


def _from(source: KeySource | TileOrder | None, group: HeadGroup) -> HeadGroup:
    """The group whose keys are entries of a source, or cells in an order of tiles: its masks are of their numbers."""
    match source:
        case None:
            return group
        case KeySource():
            change = partial(from_source, source=source)
        case TileOrder():
            change = partial(from_tiles, order=source)
        case _:
            assert_never(source)
    return replace(group, branches=tuple(replace(one, mask=change(one.mask)) for one in group.branches))


def by_side(
    groups: tuple[HeadGroup, ...], inputs: tuple[Input, ...]
) -> tuple[tuple[HeadGroup, ...], tuple[Input, ...]]:
    """An input with a number for each position that both sides read becomes two: the one of keys has a name of its own.

    Callers pass such an input as a pair, and kernels get two tensors.
    """
    read = {(one.name, one.side) for group in groups for branch in group.branches for one in inputs_in(branch.mask)}
    both = {name for name, side in read if side is Side.KEY and (name, Side.QUERY) in read}
    groups = _changed(groups, partial(_by_side, both))
    every = ((one, replace(one, name=of_keys(one.name))) if one.name in both else (one,) for one in inputs)
    return groups, tuple(one for several in every for one in several)


def _changed(groups: tuple[HeadGroup, ...], change: Callable[[Atom], Mask]) -> tuple[HeadGroup, ...]:
    """The groups with each atom of their masks changed."""
    return tuple(
        replace(group, branches=tuple(replace(one, mask=mapped(one.mask, change)) for one in group.branches))
        for group in groups
    )


def _with_owner(owners: Mapping[str, Owner], atom: Atom) -> Atom:
    """The atom; a selection by an input with the heads that share its lists."""
    return replace(atom, owner=owners[atom.input]) if isinstance(atom, Picked) else atom


def _by_side(both: set[str], atom: Atom) -> Mask:
    """The atom with the name that an input of keys has, of those that both sides read."""
    match atom:
        case AtLeast(_, OfEach(name, Side.KEY) as bound) | Below(_, OfEach(name, Side.KEY) as bound) if name in both:
            return replace(atom, bound=replace(bound, input=of_keys(name)))
        case Compare(operator, left, right):
            named = partial(_named_by_side, both)
            return Compare(operator, relabelled(left, named), relabelled(right, named))
        case _:
            return atom


def _named_by_side(both: set[str], label: Label) -> Label:
    """The label with the name that an input of keys has, of those that both sides read."""
    return replace(label, input=of_keys(label.input)) if label.side is Side.KEY and label.input in both else label


def mask(written: typed.Mask) -> Mask:
    """The mask IR of a checked mask; `a - b` is `a & !b`."""
    match written:
        case typed.Leaf(primitive):
            return primitive.lower()
        case typed.Blocks((1, 1), inner, order=None):
            return mask(inner)
        case typed.Blocks(sizes, inner):
            return in_blocks(mask(inner), sizes)
        case typed.Within(documents, inner):
            return And((mask(documents), in_documents(mask(inner), documents.primitive.inputs[0])))
        case typed.Complement(inner):
            return Not(mask(inner))
        case typed.Difference(kept, removed):
            return And((mask(kept), *(Not(mask(one)) for one in removed)))
        case typed.Intersection(masks):
            return And(tuple(mask(one) for one in masks))
        case typed.Union(masks):
            return Or(tuple(mask(one) for one in masks))
        case _:
            assert_never(written)
