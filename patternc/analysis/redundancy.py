"""Redundant clauses: clauses that can be removed without changing what their branch admits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, assert_never

from patternc.diagnostics import Diagnostic, Related
from patternc.frontend import typed
from patternc.frontend.lower import mask as lowered
from patternc.ir.coordinates import in_blocks, in_documents
from patternc.ir.mask import And, Mask, Not, Or
from patternc.source import NOWHERE, Span
from patternc.transforms import is_empty

Scale: TypeAlias = Callable[[Mask], Mask]
"""Converts a mask of block indices, inside `blocks`, to a mask of positions."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for one clause. `reason`: why it is redundant, or None. `by`: a single clause that makes it so."""

    span: Span
    reason: str | None = None
    help: str = ""
    by: Span | None = None


def redundant_clauses(written: typed.Pattern) -> tuple[Diagnostic, ...]:
    """Warn about redundant clauses. A clause in an unrolled loop is redundant only if it is in every iteration.

    Every finding is proven for any n, any number of heads and any inputs.
    """
    verdicts: dict[Span, list[Verdict]] = {}
    branches = [branch for group in written.groups for branch in group.branches]
    for branch in branches:
        for verdict in _verdicts(branch):
            verdicts.setdefault(verdict.span, []).append(verdict)
    found = {
        span: _warning(same[0], same[0].reason)
        for span, same in verdicts.items()
        if span != NOWHERE and same[0].reason is not None and len({verdict.reason for verdict in same}) == 1
    }
    conditions = {span_of(condition) for branch in branches for condition in branch.where}
    inside = tuple(warning for span, warning in found.items() if span not in conditions)
    return inside or tuple(found.values())  # if a clause and a `where` are equivalent, one of them must stay


def _warning(verdict: Verdict, reason: str) -> Diagnostic:
    related = () if verdict.by is None else (Related(verdict.by, "this clause has the same effect"),)
    return Diagnostic(
        code="P027",
        severity="warning",
        message=f"this clause is redundant: {reason}",
        span=verdict.span,
        label="redundant",
        help=verdict.help,
        related=related,
    )


def _verdicts(branch: typed.Branch) -> list[Verdict]:
    parts = (branch.mask, *branch.where)
    # The most primitives of an examined branch: each primitive takes several proofs about the whole branch.
    if sum(1 for part in parts for _ in leaves(part)) > 32 or _empty(tuple(lowered(part) for part in parts)):
        return []  # a branch without keys is reported as an error
    verdicts = list(_conjuncts(parts, (), _same))
    return [
        verdict for verdict in verdicts if verdict.span != span_of(branch.mask)
    ]  # the mask of `attend full` with a `where` is fine


def _conjuncts(parts: tuple[typed.Mask, ...], context: tuple[Mask, ...], scale: Scale) -> Iterator[Verdict]:
    """Verdicts on masks that must all hold together with `context`."""
    masks = [scale(lowered(part)) for part in parts]
    for index, part in enumerate(parts):
        others = (*masks[:index], *masks[index + 1 :])
        if len(parts) > 1:
            yield _conjunct(index, parts, masks, (*context, *others))
        yield from _inside(part, (*context, *others), scale)


def _conjunct(index: int, parts: tuple[typed.Mask, ...], masks: list[Mask], rest: tuple[Mask, ...]) -> Verdict:
    span, operand = span_of(parts[index]), masks[index]
    if not _empty((*rest, Not(operand))) or _empty(rest):
        return Verdict(span)
    inner = [other for other, mask in enumerate(masks) if other != index and _within(mask, operand)]
    if any(other > index and _within(operand, masks[other]) for other in inner):
        return Verdict(span)  # the two are equivalent: only the later one is reported
    by = span_of(parts[inner[0]]) if inner else None
    return Verdict(span, "it admits every key that the masks intersected with it admit", "remove it", by)


def _inside(part: typed.Mask, context: tuple[Mask, ...], scale: Scale) -> Iterator[Verdict]:
    """Verdicts on the parts of a mask, given that `context` holds."""
    match part:
        case typed.Leaf():
            return
        case typed.Blocks(sizes, inner):
            yield from _inside(inner, context, lambda mask: scale(in_blocks(mask, sizes)))
        case typed.Within(documents, inner):
            offsets = documents.primitive.inputs[0]
            own = (*context, scale(lowered(documents)))
            yield from _inside(inner, own, lambda mask: scale(in_documents(mask, offsets)))
        case typed.Complement(inner):
            yield from _inside(inner, context, scale)
        case typed.Difference(kept, removed):
            base = (*context, scale(lowered(kept)))
            for one in removed:
                operand = scale(lowered(one))
                nothing = _empty((*base, operand)) and not _empty(base)
                yield Verdict(span_of(one), "it excludes no key", "remove it") if nothing else Verdict(span_of(one))
        case typed.Intersection(masks):
            yield from _conjuncts(masks, context, scale)
        case typed.Union(masks):
            yield from _disjuncts(masks, context, scale)
        case _:
            assert_never(part)


def _disjuncts(parts: tuple[typed.Mask, ...], context: tuple[Mask, ...], scale: Scale) -> Iterator[Verdict]:
    masks = [scale(lowered(part)) for part in parts]
    for index, part in enumerate(parts):
        others = [*masks[:index], *masks[index + 1 :]]
        yield _disjunct(index, parts, masks, context)
        yield from _inside(part, (*context, *(Not(other) for other in others)), scale)


def _disjunct(index: int, parts: tuple[typed.Mask, ...], masks: list[Mask], context: tuple[Mask, ...]) -> Verdict:
    span, operand = span_of(parts[index]), masks[index]
    if _empty(context):
        return Verdict(span)  # the enclosing clause is reported
    if _empty((*context, operand)):
        return Verdict(span, "it admits no key here", "remove it, or the clause that excludes its keys")
    outer = [other for other, mask in enumerate(masks) if other != index and _empty((*context, operand, Not(mask)))]
    if any(other > index and _empty((*context, masks[other], Not(operand))) for other in outer):
        return Verdict(span)  # the two are equivalent: only the later one is reported
    if outer:
        by = span_of(parts[outer[0]])
        return Verdict(span, "another clause of the union admits all of its keys", "remove it", by)
    others = Or(tuple(mask for other, mask in enumerate(masks) if other != index))
    if len(masks) > 2 and _empty((*context, operand, Not(others))):
        return Verdict(span, "the other clauses of the union together admit all of its keys", "remove it")
    return Verdict(span)


def _within(inner: Mask, outer: Mask) -> bool:
    return _empty((inner, Not(outer)))


@lru_cache(maxsize=1024)
def _empty(masks: tuple[Mask, ...]) -> bool:
    """Whether it is proven that the masks never hold together."""
    return is_empty(And(masks))


def _same(mask: Mask) -> Mask:
    return mask


def span_of(part: typed.Mask) -> Span:
    """The span of a mask in the file, from its first primitive to its last."""
    match part:
        case typed.Leaf() | typed.Blocks() | typed.Within():
            return part.span
        case typed.Complement(inner):
            return span_of(inner)
        case typed.Difference(kept, removed):
            return _across((kept, *removed))
        case typed.Intersection(masks) | typed.Union(masks):
            return _across(masks)
        case _:
            assert_never(part)


def _across(parts: tuple[typed.Mask, ...]) -> Span:
    spans = [span_of(part) for part in parts]
    return Span(min(span.start for span in spans), max(span.stop for span in spans))


# ---- the primitives of a mask ----------------------------------------------------------------------------------------
def leaves(mask: typed.Mask) -> Iterator[typed.Leaf]:
    """The primitives of a mask, in written order."""
    match mask:
        case typed.Leaf():
            yield mask
        case typed.Blocks(_, inner) | typed.Within(_, inner) | typed.Complement(inner):
            yield from leaves(inner)
        case typed.Difference(kept, removed):
            for one in (kept, *removed):
                yield from leaves(one)
        case typed.Intersection(masks) | typed.Union(masks):
            for one in masks:
                yield from leaves(one)
        case _:
            assert_never(mask)
