"""Checked program to mask IR. This stage cannot fail, because `check` reports every user error."""

from __future__ import annotations

from typing import assert_never

from patternc.frontend import typed
from patternc.frontend.lower.block_masks import in_blocks
from patternc.ir import mask as mask_ir
from patternc.ir.projections import ModuleSpec


def lower(program: typed.Program) -> tuple[mask_ir.Pattern, ...]:
    """The patterns of a program, in file order."""
    return tuple(_pattern(pattern, program.modules) for pattern in program.patterns)


def _pattern(pattern: typed.Pattern, modules: tuple[ModuleSpec, ...]) -> mask_ir.Pattern:
    own = tuple(module for module in modules if module.pattern == pattern.name)
    return mask_ir.Pattern(
        name=pattern.name,
        groups=tuple(lowered for group in pattern.groups for lowered in _groups(group)),
        scores=pattern.scores,
        scale=pattern.scale,
        requirements=pattern.requirements,
        uncovered=pattern.uncovered,
        inputs=pattern.inputs,
        grid=pattern.grid,
        layout=pattern.layout,
        schedule=pattern.schedule,
        dropout=any(module.dropout > 0 for module in own),
        modules=own,
        ring=pattern.ring,
        span=pattern.span,
    )


def _groups(group: typed.Group) -> tuple[mask_ir.HeadGroup, ...]:
    """One group for a range of heads; one per branch for a partition, where `mean` still divides by all branches."""
    branches = tuple(_branch(branch) for branch in group.branches)
    match group.heads:
        case mask_ir.HeadRange():
            return (mask_ir.HeadGroup(group.heads, branches, group.combine, len(branches), group.span),)
        case typed.Partition(extra_first):
            return tuple(
                mask_ir.HeadGroup(
                    mask_ir.HeadShare(index, len(branches), extra_first),
                    (branch,),
                    group.combine,
                    len(branches),
                    branch.span,
                )
                for index, branch in enumerate(branches)
            )
        case _:
            assert_never(group.heads)


def _branch(branch: typed.Branch) -> mask_ir.Branch:
    lowered = tuple(mask(one) for one in (branch.mask, *branch.where))
    return mask_ir.Branch(lowered[0] if len(lowered) == 1 else mask_ir.And(lowered), span=branch.span)


def mask(written: typed.Mask) -> mask_ir.Mask:
    """The mask IR of a checked mask; `a - b` is `a & !b`."""
    match written:
        case typed.Leaf(primitive):
            return primitive.lower()
        case typed.Blocks(size, inner):
            return mask(inner) if size == 1 else in_blocks(mask(inner), size)
        case typed.Complement(inner):
            return mask_ir.Not(mask(inner))
        case typed.Difference(kept, removed):
            return mask_ir.And((mask(kept), *(mask_ir.Not(mask(one)) for one in removed)))
        case typed.Intersection(masks):
            return mask_ir.And(tuple(mask(one) for one in masks))
        case typed.Union(masks):
            return mask_ir.Or(tuple(mask(one) for one in masks))
        case _:
            assert_never(written)
