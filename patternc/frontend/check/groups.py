"""Head groups from the collected blocks: which heads run which branches, and how the branches are combined."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from patternc.diagnostics import Findings, Related
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import report
from patternc.frontend.check.pattern_body import Block, Ranged
from patternc.frontend.check.values import counted
from patternc.frontend.parser import snippet
from patternc.frontend.primitives import Primitive
from patternc.frontend.primitives.positions import Full
from patternc.ir.mask import Combine, HeadRange


def groups(block: Block, pattern: syntax.Pattern, findings: Findings) -> tuple[typed.Group, ...]:
    """The head groups of a pattern, in file order."""
    if block.ranges:
        made = _ranged(block, findings)
        _gated(block, made, findings)
        return made
    if not block.branches:
        if not block.broken:
            message = f"pattern `{pattern.name.id}` has no branches"
            findings.error("P024", message, pattern.name.span, "no branches", help="add `attend causal`")
        return ()
    branches = _branches(block, (), findings)
    if block.partition is not None:
        combine = block.combine or Combine.LSE
        if combine is Combine.GATE:
            message = "`combine gate` under `heads partition`: a head has one branch, and no gates for the others"
            help_ = "write the branches of each head in `heads A..B` blocks, or take them out of the partition"
            findings.error("P025", message, block.first["combine"], "of which branch?", help=help_)
        return (typed.Group(typed.Partition(block.partition), branches, combine, pattern.name.span),)
    made = (typed.Group(HeadRange(0, None), branches, _combine(block, None, findings), pattern.name.span),)
    _gated(block, made, findings)
    return made


def _gated(block: Block, made: tuple[typed.Group, ...], findings: Findings) -> None:
    """Report head groups whose branches do not fit the gates, which are those of all heads."""
    for ranged in block.ranges:
        if ranged.block.combine is not None and Combine.GATE in (ranged.block.combine, block.combine):
            message = "`combine gate` is of all heads: a `heads` block can't have a rule of its own beside it"
            span = ranged.block.first["combine"]
            help_ = "write `combine gate(...)` once, outside of the `heads` blocks"
            findings.error("P025", message, span, "of these heads alone", help=help_)
            return
    if block.combine is not Combine.GATE or block.broken:
        return
    for group in made:
        if len(group.branches) != len(block.gates):
            message = f"{counted(len(block.gates), 'gate')} for {counted(len(group.branches), 'branch', 'branches')}"
            help_ = "write one input for each branch, in the order of the branches"
            related = (Related(group.span, "the branches"),)
            span = block.first["combine"]
            findings.error("P014", message, span, "not one for each branch", help=help_, related=related)
            return


def _ranged(block: Block, findings: Findings) -> tuple[typed.Group, ...]:
    """One group per `heads A..B` block; each inherits the pattern's `where` and `combine`."""
    blocks = sorted(block.ranges, key=lambda one: one.start)
    if block.partition is not None:
        span = block.first["heads partition"]
        message = "`heads partition` and `heads` ranges in one pattern: every head would be in both"
        findings.error(
            "P018", message, span, "conflicts with the ranges", related=(Related(blocks[0].span, "a range"),)
        )
    for branch in block.branches:
        written = snippet(findings.source, branch.span)
        message = f"`{written}` runs on every head, and heads {_named(blocks[0])} have their own"
        related = (Related(blocks[0].span, "their block"),)
        help_ = "move it into a `heads` block"
        findings.error("P018", message, branch.span, "outside the `heads` blocks", help=help_, related=related)
    _overlaps(blocks, findings)
    if not (block.broken or block.branches or block.partition is not None):
        _gaps(blocks, findings)
    return tuple(_range(one, block, findings) for one in block.ranges)


def _overlaps(blocks: list[Ranged], findings: Findings) -> None:
    """Compare every range with the preceding one that reaches farthest."""
    if not blocks:
        return
    farthest = blocks[0]
    for ranged in blocks[1:]:
        if ranged.start < _end(farthest):
            end = min(_end(farthest), _end(ranged))
            shared = f"{ranged.start}..{'' if end == math.inf else end}"
            message = f"heads {_named(farthest)} and {_named(ranged)} overlap in {shared}"
            related = (Related(farthest.span, "the other range"),)
            if farthest.stop is not None or findings.is_new(f"heads {_named(farthest)} have no end"):
                help_ = "overlaps with the other range"
                findings.error("P018", message, ranged.span, "overlaps", help=help_, related=related)
        farthest = max(farthest, ranged, key=_end)


def _gaps(blocks: list[Ranged], findings: Findings) -> None:
    """Report gaps: calling a head without a range is an error, so ranges after a gap can never run."""
    reached: float = 0
    for ranged in blocks:
        if ranged.start > reached:
            message = f"heads {reached}..{ranged.start} have no branches, so heads {_named(ranged)} can never run"
            help_ = f"write `heads {reached}..{ranged.start} {{ ... }}`, or begin this range at {reached}"
            findings.error("P018", message, ranged.span, "unreachable", help=help_)
        reached = max(reached, _end(ranged))


def _end(ranged: Ranged) -> float:
    return math.inf if ranged.stop is None else ranged.stop


def _named(ranged: Ranged) -> str:
    return f"{ranged.start}..{'' if ranged.stop is None else ranged.stop}"


def _range(ranged: Ranged, outer: Block, findings: Findings) -> typed.Group:
    if not ranged.block.branches and not ranged.block.broken:
        message = f"heads {_named(ranged)} have no branches"
        findings.error("P024", message, ranged.span, "no branches", help="add `attend causal`")
    branches = _branches(ranged.block, tuple(outer.where), findings)
    combine = _combine(ranged.block, outer.combine, findings)
    return typed.Group(HeadRange(ranged.start, ranged.stop), branches, combine, ranged.span)


def _combine(block: Block, inherited: Combine | None, findings: Findings) -> Combine:
    """The combine rule, which is mandatory when there are two or more branches."""
    combine = block.combine or inherited
    if combine is None and len(block.branches) > 1 and not block.broken:
        first, second = block.branches[:2]
        written = [f"`{snippet(findings.source, one.span)}`" for one in (first, second)]
        if first.span == second.span:  # one statement in an unrolled loop
            related: tuple[Related, ...] = ()
            names, label = f"{written[0]} makes {len(block.branches)} branches", "the branches"
        else:
            names, label = f"{written[0]} and {written[1]} are two branches", "the second branch"
            related = (Related(first.span, "the first branch"),)
        message = f"{names}, but no `combine` statement says how to mix them"
        help_ = "add `combine lse` (one softmax over all), lse(detach), mean or sum; or join the masks with `|`"
        findings.error("P017", message, second.span, label, help=help_, related=related)
    return combine or Combine.LSE


def _branches(block: Block, outer: tuple[typed.Mask, ...], findings: Findings) -> tuple[typed.Branch, ...]:
    """The block's branches with `branch` offsets resolved, and with the `where` masks of the block and its parents."""
    where = (*block.where, *outer)
    made = []
    for index, branch in enumerate(block.branches):
        masks = tuple(_placed(mask, index, findings) for mask in (branch.mask, *where))
        if never(typed.Intersection(masks)):
            text = snippet(findings.source, branch.span)
            cause = "" if never(masks[0]) else " under `where`"
            message = f"`{text}` admits no key for any query{cause}"
            findings.error(
                "P019",
                message,
                branch.span,
                "always empty",
                help="remove the branch, or one of the masks that it intersects",
            )
        order = next(filter(None, map(typed.order_of, masks)), None)
        made.append(replace(branch, mask=masks[0], where=masks[1:], source=branch.source or order))
    return tuple(made)


def _placed(mask: typed.Mask, index: int, findings: Findings) -> typed.Mask:
    """The mask with `branch` replaced by the branch's index."""

    def place(part: typed.Leaf | typed.Blocks | typed.Within) -> typed.Mask:
        if not isinstance(part, typed.Leaf):
            return part
        placed = part.primitive.in_branch(index)
        if placed is not part.primitive:
            report([one for one in placed.complaints() if one.severity == "error"], {}, part.span, findings)
        return typed.Leaf(placed, part.span)

    return typed.mapped(mask, place)


# ---- masks that admit no pair ----------------------------------------------------------------------------------------
# By propositional logic alone: a later stage compares bounds.


_Sizes: TypeAlias = tuple[int, int]
"""The queries and the keys of a block."""


@dataclass(frozen=True, slots=True)
class _Literal:
    """A primitive in blocks of some number of positions, or its complement."""

    primitive: Primitive
    holds: bool
    block: _Sizes


@dataclass(frozen=True, slots=True)
class _Joint:
    """All of `parts`, or any of them; at least two parts, none of them of the same kind as the whole."""

    every: bool
    parts: frozenset[_Term]


_Term: TypeAlias = _Literal | _Joint


def never(mask: typed.Mask) -> bool:
    """Whether the mask is false for every pair by logic alone."""
    return _normal(mask, True, (1, 1)) is False


def _normal(mask: typed.Mask, holds: bool, block: _Sizes) -> _Term | bool:
    """The mask (its complement if `holds` is False) with complements only at the primitives."""
    match mask:
        case typed.Leaf(Full()):
            return holds
        case typed.Leaf(primitive):
            return _Literal(primitive, holds, block)
        case typed.Blocks((rows, columns), inner):
            return _normal(inner, holds, (rows * block[0], columns * block[1]))
        case typed.Within(documents, inner):
            return _joint(holds, [_normal(documents, holds, block), _normal(inner, holds, block)])
        case typed.Complement(inner):
            return _normal(inner, not holds, block)
        case typed.Difference(kept, removed):
            return _joint(holds, [_normal(kept, holds, block), *(_normal(one, not holds, block) for one in removed)])
        case typed.Intersection(masks):
            return _joint(holds, [_normal(one, holds, block) for one in masks])
        case typed.Union(masks):
            return _joint(not holds, [_normal(one, holds, block) for one in masks])
        case _:
            assert_never(mask)


def _joint(every: bool, terms: list[_Term | bool]) -> _Term | bool:
    """All of the terms, or any of them, simplified: a false term decides an `and`, a true term an `or`."""
    parts: set[_Term] = set()
    for term in terms:
        if isinstance(term, bool):
            if term is not every:
                return not every
        elif isinstance(term, _Joint) and term.every is every:
            parts |= term.parts
        else:
            parts.add(term)
    if any(_opposed(part, parts) for part in parts):
        return not every
    if len(parts) > 1:
        return _Joint(every, frozenset(parts))
    return parts.pop() if parts else every


def _opposed(term: _Term, parts: set[_Term]) -> bool:
    """Whether the parts contain the complement of a term, or the complements of all its alternatives."""
    if _complement(term) in parts:
        return True
    return isinstance(term, _Joint) and all(_complement(alternative) in parts for alternative in term.parts)


def _complement(term: _Term) -> _Term:
    match term:
        case _Literal(primitive, holds, block):
            return _Literal(primitive, not holds, block)
        case _Joint(every, parts):
            return _Joint(not every, frozenset(_complement(part) for part in parts))
        case _:
            assert_never(term)
