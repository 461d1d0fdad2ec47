"""Checked program to mask IR. This stage cannot fail, because `check` reports every user error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import assert_never

from patternc.frontend import typed
from patternc.ir.facts import atom_facts, in_document, of_keys, scaled
from patternc.ir.mask import (
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    BoundAt,
    Box,
    Branch,
    ByHead,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    HeadGroup,
    HeadRange,
    HeadShare,
    Input,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfDocument,
    OfEach,
    Offset,
    Or,
    Owner,
    Pattern,
    Picked,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)
from patternc.ir.projections import ModuleSpec
from patternc.ir.traversal import inputs_in, mapped, relabelled


def lower(program: typed.Program) -> tuple[Pattern, ...]:
    """The patterns of a program, in file order."""
    return tuple(_pattern(pattern, program.modules) for pattern in program.patterns)


def _pattern(pattern: typed.Pattern, modules: tuple[ModuleSpec, ...]) -> Pattern:
    specs = tuple(module for module in modules if module.pattern == pattern.name)
    groups, inputs = by_side(tuple(lowered for group in pattern.groups for lowered in _groups(group)), pattern.inputs)
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
        span=pattern.span,
    )


def _groups(group: typed.Group) -> tuple[HeadGroup, ...]:
    """One group for a range of heads; one per branch for a partition, where `mean` still divides by all branches."""
    branches = tuple(_branch(branch) for branch in group.branches)
    match group.heads:
        case HeadRange():
            return (HeadGroup(group.heads, branches, group.combine, len(branches), group.span),)
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
        case typed.Blocks(sizes, inner):
            return mask(inner) if sizes == (1, 1) else in_blocks(mask(inner), sizes)
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


def in_blocks(mask: Mask, sizes: tuple[int, int]) -> Mask:
    """The mask that holds for (h, q, k) where `mask` holds for the blocks that contain q and k.

    That is (h, q // rows, k // columns); where the two differ, no atom but a selection by an input compares q and k.
    k // B >= X is k >= X B, and k // B < X is k < X B.
    """
    rows, columns = sizes
    match mask:
        case AtLeast(side, bound):
            return AtLeast(side, scaled(bound, sizes[side is Side.KEY]))
        case Below(side, bound):
            return Below(side, scaled(bound, sizes[side is Side.KEY]))
        case Residue(side):
            return replace(mask, block=mask.block * sizes[side is Side.KEY])
        case Picked():
            return replace(mask, block=mask.block * rows, columns=mask.columns * columns)
        case SameResidue() | Random() | Table() | TopK():
            return replace(mask, block=mask.block * rows)
        case Compare(operator, left, right):
            block = rows if atom_facts(mask).sides == {Side.QUERY} else columns
            return Compare(operator, _expression(left, block), _expression(right, block))
        case Not(inner):
            return Not(in_blocks(inner, sizes))
        case And(masks):
            return And(tuple(in_blocks(one, sizes) for one in masks))
        case Or(masks):
            return Or(tuple(in_blocks(one, sizes) for one in masks))
        case Box():
            raise ValueError("mask: a box applies to cells, not to blocks")
        case _:
            assert_never(mask)


def _expression(expression: Expression, block: int) -> Expression:
    match expression:
        case Number():
            return expression
        case Name("q" | "k"):
            return Arithmetic("//", expression, Number(block))
        case Name("n"):
            return Arithmetic("//", Arithmetic("+", expression, Number(block - 1)), Number(block))
        case Name():
            return expression
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _expression(left, block), _expression(right, block))
        case Label():
            return replace(expression, block=expression.block * block)
        case BoundAt():
            raise ValueError("mask: documents count positions, not blocks")
        case _:
            assert_never(expression)


# ---- coordinates of documents ----------------------------------------------------------------------------------------
def in_documents(mask: Mask, offsets: str) -> Mask:
    """The mask that holds for q and k of one document where `mask` holds for them in the coordinates of it.

    Bounds and classes that q and k share stay what they are; other classes are compared.
    """
    match mask:
        case AtLeast(_, Constant() | FromEnd() | RelativePosition() as bound):
            return replace(mask, bound=in_document(offsets, bound))
        case Below(_, Constant() | FromEnd() | RelativePosition() as bound):
            return replace(mask, bound=in_document(offsets, bound))
        case SameResidue(_, None, 1):
            return mask
        case SameResidue(dilation, segment, block):
            here, there = (_class(Name(side.value), dilation, segment, block, offsets) for side in Side)
            return Compare("==", here, there)
        case Residue(side, dilation, offset, segment, block):
            own = _class(Name(side.value), dilation, segment, block, offsets)
            return Compare("==", own, _offset(offset, dilation))
        case Compare(operator, left, right):
            return Compare(operator, _coordinate(left, offsets), _coordinate(right, offsets))
        case Not(inner):
            return Not(in_documents(inner, offsets))
        case And(masks):
            return And(tuple(in_documents(one, offsets) for one in masks))
        case Or(masks):
            return Or(tuple(in_documents(one, offsets) for one in masks))
        case _:
            raise ValueError("mask: inputs, selections and boxes have no coordinates in documents")


def _class(position: Name, dilation: int, segment: int | None, block: int, offsets: str) -> Expression:
    """The residue class of a position of a document, or of its block."""
    at = _coordinate(position, offsets)
    at = at if block == 1 else Arithmetic("//", at, Number(block))
    at = at if segment is None else Arithmetic("%", at, Number(segment))
    return Arithmetic("%", at, Number(dilation))


def _offset(offset: Offset, dilation: int) -> Expression:
    match offset:
        case Fixed(value):
            return Number(value)
        case ByHead():
            return Arithmetic("%", Name("h"), Number(dilation))
        case _:
            raise ValueError("offset: expressions do not read the number of heads")


def _coordinate(expression: Expression, offsets: str) -> Expression:
    """An integer expression of which q, k and n are those of a document."""
    match expression:
        case Name("q" | "k" as side):
            return Arithmetic("-", expression, BoundAt(OfDocument(offsets, end=False), Side(side)))
        case Name("n"):
            end, start = (BoundAt(OfDocument(offsets, end), Side.QUERY) for end in (True, False))
            return Arithmetic("-", end, start)
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, _coordinate(left, offsets), _coordinate(right, offsets))
        case Name() | Number() | Label() | BoundAt():
            return expression
        case _:
            assert_never(expression)
