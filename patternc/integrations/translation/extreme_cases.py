"""Comparisons without minima, maxima and choices between numbers: as conditions on what these are made of."""

from __future__ import annotations

from collections.abc import Iterable

from patternc.integrations.translation.opaque_numbers import Choice, Extreme, Trace
from patternc.ir.mask import FALSE, TRUE, And, Arithmetic, Compare, Expression, Mask, Name, Not, Number, Or


def compared(sign: str, left: Expression, right: Expression, trace: Trace) -> Mask:
    """`left sign right`, the sign being `==` or `<`, as comparisons without extremes and choices.

    min(a, b) < c is a < c or b < c, and so on for all that grows or falls with an extreme; elsewhere, and for `==`, the
    cases a <= b and b < a are told apart.
    """
    name = _first(left, trace) or _first(right, trace)
    if name is None:
        return _folded(Compare(sign, left, right))
    node = trace.opaque[name.id]
    assert isinstance(node, Extreme | Choice)
    one, other = (node.left, node.right) if isinstance(node, Extreme) else (node.yes, node.no)
    first, second = (compared(sign, replaced(left, name, by), replaced(right, name, by), trace) for by in (one, other))
    if isinstance(node, Choice):
        return any_of([all_of([node.condition, first]), all_of([negated(node.condition), second])])
    grows = _sum_of(_direction(left, name), _opposed(_direction(right, name))) if sign == "<" else None
    if grows is not None:
        return (any_of if node.least == (grows > 0) else all_of)([first, second])
    least_first = negated(compared("<", other, one, trace))
    case = least_first if node.least else negated(compared("<", one, other, trace))
    return any_of([all_of([case, first]), all_of([negated(case), second])])


def _folded(comparison: Compare) -> Mask:
    """The comparison, or its truth if both sides are numbers."""
    match comparison:
        case Compare("==", Number(left), Number(right)):
            return TRUE if left == right else FALSE
        case Compare(_, Number(left), Number(right)):
            return TRUE if left < right else FALSE
        case _:
            return comparison


def _first(expression: Expression, trace: Trace) -> Name | None:
    """An extreme or a choice in an expression; those in the places of entries are left alone."""
    match expression:
        case Name(id_):
            return expression if isinstance(trace.opaque.get(id_), Extreme | Choice) else None
        case Arithmetic(_, left, right):
            return _first(left, trace) or _first(right, trace)
        case _:
            return None


def replaced(expression: Expression, name: Name, by: Expression) -> Expression:
    """The expression with another one in place of a name."""
    match expression:
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, replaced(left, name, by), replaced(right, name, by))
        case _:
            return by if expression == name else expression


def _direction(expression: Expression, name: Name) -> int | None:
    """1 if an expression never falls as a number grows, -1 if it never rises, 0 without it; None: unknown."""
    match expression:
        case Name():
            return int(expression == name)
        case Arithmetic("+", left, right):
            return _sum_of(_direction(left, name), _direction(right, name))
        case Arithmetic("-", left, right):
            return _sum_of(_direction(left, name), _opposed(_direction(right, name)))
        case Arithmetic("*", inner, Number(factor)) | Arithmetic("*", Number(factor), inner):
            found = _direction(inner, name)
            return found if factor >= 0 else _opposed(found)
        case Arithmetic("//", inner, Number()):
            return _direction(inner, name)
        case Arithmetic(_, left, right):
            return 0 if _direction(left, name) == _direction(right, name) == 0 else None
        case _:
            return 0


def _sum_of(one: int | None, other: int | None) -> int | None:
    if one is None or other is None or one * other < 0:
        return None
    return one or other


def _opposed(direction: int | None) -> int | None:
    return None if direction is None else -direction


# ---- joined conditions -----------------------------------------------------------------------------------------------
def negated(mask: Mask) -> Mask:
    """The negation, with `not` at comparisons only."""
    match mask:
        case Not(inner):
            return inner
        case And(masks):
            return any_of(map(negated, masks))
        case Or(masks):
            return all_of(map(negated, masks))
        case _:
            return Not(mask)


def all_of(masks: Iterable[Mask]) -> Mask:
    """The conjunction, flat and without repetitions; a false part makes it false."""
    flat = dict.fromkeys(part for one in masks for part in (one.masks if isinstance(one, And) else (one,)))
    if FALSE in flat or any(isinstance(one, Not) and one.mask in flat for one in flat):
        return FALSE
    return next(iter(flat)) if len(flat) == 1 else And(tuple(flat))


def any_of(masks: Iterable[Mask]) -> Mask:
    """The disjunction, flat and without repetitions; a true part makes it true."""
    flat = dict.fromkeys(part for one in masks for part in (one.masks if isinstance(one, Or) else (one,)))
    if TRUE in flat or any(isinstance(one, Not) and one.mask in flat for one in flat):
        return TRUE
    return next(iter(flat)) if len(flat) == 1 else Or(tuple(flat))
