"""Evaluation of expressions to numbers, lists, words and masks."""

from __future__ import annotations

import math
import operator as arithmetic
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from patternc.diagnostics import nearest
from patternc.frontend import syntax, typed
from patternc.frontend.check.call_arguments import call, needed
from patternc.frontend.check.forms import form
from patternc.frontend.check.values import (
    LARGEST,
    LARGEST_MASK,
    MOST_ITEMS,
    POISON,
    InputName,
    Masked,
    Poison,
    Scope,
    Value,
    Word,
    described,
)
from patternc.frontend.check.words import (
    FOREIGN,
    FORMS,
    FREE,
    FUNCTIONS,
    GRID,
    MASKS,
    POSITIONS,
    PRIMITIVE_WORDS,
    RANKS,
    SCORES,
    WORDS,
    nearest_mask,
    speaks_of,
)
from patternc.frontend.parser.statements import DEEPEST
from patternc.frontend.primitives import parameters
from patternc.source import Span

_CONDITIONS = frozenset({"==", "!=", "<=", ">=", "<", ">", "and", "or", "not"})


def evaluate(node: syntax.Expression, scope: Scope) -> Value:
    """The value of an expression; POISON if it is wrong, which is reported."""
    match node:
        case syntax.Integer(value):
            return _bounded(value, node.span, scope)
        case syntax.Decimal(value):
            return _finite(value, node.span, scope)
        case syntax.Text(value):
            return value
        case syntax.Name(id):
            return _named(id, node.span, scope)
        case syntax.Reference(name):
            return _given(name.id, node.span, scope)
        case syntax.Items(round=True):
            message, help_ = f"`{scope.text(node)}` is a list in parentheses, which only `box` takes", "write [1, 2]"
            scope.error("P011", message, node.span, "not in square brackets", help=help_)
            return POISON
        case syntax.Items(items):
            return _items(items, node.span, scope)
        case syntax.Call(syntax.Name(word)) if word in FORMS:
            return form(node, scope)
        case syntax.Call():
            return call(node, scope)
        case syntax.Index():
            return _indexed(node, scope)
        case syntax.Sizes():
            message, help_ = f"`{scope.text(node)}` is no value", "two sizes stand in blocks(1 x 128, ...) only"
            scope.error("P011", message, node.span, "two sizes", help=help_)
            return POISON
        case syntax.Prefix():
            return _prefixed(node, scope)
        case syntax.Chain():
            return _chained(node, scope)
        case _:
            assert_never(node)


def mask_of(node: syntax.Expression, scope: Scope, owner: str) -> typed.Mask | None:
    """The mask that an expression evaluates to; None if it is not a mask, which is reported for `owner`."""
    value = evaluate(node, scope)
    if isinstance(value, Masked):
        return value.mask
    if not isinstance(value, Poison):
        message = f"`{owner}` needs a mask, not {described(value)}"
        scope.error("P011", message, node.span, "not a mask", help="write a primitive such as causal or window(512, 0)")
    return None


def _bounded(value: int, span: Span, scope: Scope) -> Value:
    if abs(value) <= LARGEST:
        return value
    scope.error("P013", f"{_short(value)} is larger than 2**40 = {LARGEST}", span, "too large")
    return POISON


def _finite(value: float, span: Span, scope: Scope) -> Value:
    if math.isfinite(value):
        return value
    scope.error("P013", "the number is larger than a float64 holds", span, "too large")
    return POISON


def _short(value: int) -> str:
    digits = len(str(abs(value)))
    return str(value) if digits < 30 else f"an integer of {digits} digits"


def _given(id: str, span: Span, scope: Scope) -> Value:  # noqa: A002 - a name's text
    known = [name for name in scope if name.startswith("@")]
    if f"@{id}" in known:
        return scope[f"@{id}"]
    if syntax.ANY in scope:  # its declaration could not be read
        return POISON
    help_ = nearest(f"@{id}", known) if known else f"declare it above: `input {id}: ...`"
    scope.unknown_name(f"`@{id}` is not an input of this pattern", span, "unknown input", help_)
    return POISON


def _named(id: str, span: Span, scope: Scope) -> Value:  # noqa: A002 - a name's text
    if id in scope:
        return scope[id]
    if id in PRIMITIVE_WORDS:
        kind = PRIMITIVE_WORDS[id]
        if all(one.default is not None or one.same_as for one in parameters(kind)):
            return Masked(typed.Leaf(kind(), span))
        takes = ", ".join(needed(kind))
        scope.error("P014", f"`{id}` needs arguments: {takes}", span, "arguments missing", help=f"write {id}({takes})")
    elif id in WORDS:
        return Word(id)
    elif id in FREE:
        scope.error(
            "P010", f"`{id}` is known only when the module is called", span, "no value here", help="use it in `require`"
        )
    elif id == RANKS:
        help_ = "give the pattern a parameter of that name: pattern p(ranks=8)"
        scope.unknown_name("only `require` reads the `ranks` of the ring", span, "no value here", help_)
    elif id == GRID:
        scope.error("P010", "the pattern has no `grid` yet", span, "no value here", help="write `grid 64 x 64` before")
    elif id in FORMS:  # checked like a call without arguments, which reports what is missing
        return evaluate(syntax.Call(syntax.Name(id, span=span), (), span=span), scope)
    elif id in FUNCTIONS or id in SCORES:
        scope.error("P014", f"`{id}` needs arguments", span, "arguments missing", help=f"write {id}(...)")
    elif syntax.ANY not in scope:
        help_ = FOREIGN.get(id) or nearest_mask(id, (*scope, *MASKS))
        scope.unknown_name(f"unknown name `{id}`", span, "unknown name", help_)
    return POISON


def _items(items: Sequence[syntax.Expression], span: Span, scope: Scope) -> Value:
    if len(items) > MOST_ITEMS:
        scope.error("P021", f"a list of {len(items)} items, more than {MOST_ITEMS}", span, "too long")
        return POISON
    values = tuple(evaluate(item, scope) for item in items)
    return POISON if POISON in values else values


def _indexed(node: syntax.Index, scope: Scope) -> Value:
    if isinstance(node.base, syntax.Name) and node.base.id not in scope and node.base.id in (*MASKS, *FUNCTIONS):
        word, inside = node.base.id, scope.text(node.at)
        message, help_ = f"`{word}` takes its arguments in parentheses", f"write {word}({inside})"
        scope.error("P014", message, node.span, "not a list", help=help_)
        return POISON
    base = evaluate(node.base, scope)
    at = POISON if isinstance(base, Poison) else 0 if isinstance(base, InputName) else evaluate(node.at, scope)
    if isinstance(base, Poison) or isinstance(at, Poison):
        return POISON
    if isinstance(base, InputName):
        message = f"`{scope.text(node)}` is an integer, which conditions compare"
        help_ = f"write when(@{base.input.name}[q] == @{base.input.name}[k])"
        scope.error("P011", message, node.span, "not a value here", help=help_)
    elif not isinstance(base, tuple):
        scope.error("P011", f"only a list can be indexed, not {described(base)}", node.base.span, "not a list")
    elif not isinstance(at, int):
        scope.error("P011", f"an index must be an integer, not {described(at)}", node.at.span, "not an integer")
    elif not 0 <= at < len(base):
        message = f"index {at} of a list of {len(base)}"
        scope.error("P013", message, node.at.span, f"must be 0..{len(base) - 1}" if base else "the list is empty")
    else:
        return base[at]
    return POISON


def _prefixed(node: syntax.Prefix, scope: Scope) -> Value:
    value = evaluate(node.operand, scope)
    for operator in reversed(node.operators):
        if isinstance(value, Poison):
            return POISON
        match operator, value:
            case "-", int() | float():
                value = -value
            case "!", Masked(typed.Complement(inner), depth, size):
                value = Masked(inner, depth - 1, size)
            case "!", Masked():
                value = _mask(typed.Complement(value.mask), (value,), node.span, scope)
            case "not", _:
                return _condition("not", node, scope)
            case _:
                kind, other = ("a number", "for masks write `!`") if operator == "-" else ("a mask", "")
                message = f"`{operator}` needs {kind}, not {described(value)}"
                scope.error("P011", message, node.operand.span, f"not {kind}", help=other)
                return POISON
    return value


def _chained(node: syntax.Chain, scope: Scope) -> Value:
    """Evaluate a chain: masks become one flat node; numbers are computed from the left (`**` from the right)."""
    operators = tuple(one.operator for one in node.rest)
    if operators[0] in _CONDITIONS:
        return _condition(operators[0], node, scope)
    operands = (node.first, *(one.operand for one in node.rest))
    values = tuple(evaluate(operand, scope) for operand in operands)
    if any(isinstance(value, Poison) for value in values):
        return POISON
    spans = tuple(operand.span for operand in operands)
    masked = operators[0] in "&|" or (operators[0] == "-" and isinstance(values[0], Masked))
    if masked:
        return _masks(operators, values, spans, node.span, scope)
    total, *rest = reversed(values) if operators[0] == "**" else values
    for operator, value in zip(operators, rest, strict=True):
        left, right = (value, total) if operator == "**" else (total, value)
        total = step(operator, left, right, node.span, scope)
    return total


_BUILD: Mapping[str, Callable[[tuple[typed.Mask, ...]], typed.Mask]] = {
    "&": typed.Intersection,
    "|": typed.Union,
    "-": lambda masks: typed.Difference(masks[0], masks[1:]),
}


def _masks(operators: Sequence[str], values: Sequence[Value], spans: Sequence[Span], span: Span, scope: Scope) -> Value:
    """Masks joined by one operator."""
    masks = []
    for operator, value, at in zip((operators[0], *operators), values, spans, strict=True):
        if not isinstance(value, Masked):
            scope.error("P011", f"`{operator}` joins masks, not {described(value)}", at, "not a mask")
            return POISON
        if operator != operators[0]:
            scope.error("P011", f"`{operator}` does not join masks", at, "use `|` for the union")
            return POISON
        masks.append(value)
    return _mask(_BUILD[operators[0]](tuple(one.mask for one in masks)), masks, span, scope)


def _mask(mask: typed.Mask, parts: Sequence[Masked], span: Span, scope: Scope) -> Value:
    """A mask composed of others, unless it exceeds the size limits."""
    depth, size = 1 + max(part.depth for part in parts), sum(part.size for part in parts)
    if depth <= DEEPEST and size <= LARGEST_MASK:
        return Masked(mask, depth, size)
    limit = f"{DEEPEST} levels" if depth > DEEPEST else f"{LARGEST_MASK} primitives"
    scope.error("P003", f"a mask of more than {limit}", span, "too large")
    return POISON


def _condition(operator: str, node: syntax.Expression, scope: Scope) -> Value:
    joins = {"and": "&", "or": "|", "not": "!"}
    text = scope.text(node)
    names = POSITIONS if operator in joins else (*POSITIONS, *FOREIGN)
    if not speaks_of(names, node):
        help_ = "masks are joined with `&`, `|`, `-` and `!`; numbers are compared in `require`"
        help_ = f"for masks write `{joins[operator]}`" if operator in joins else help_
    elif speaks_of(MASKS, node):
        help_ = "write comparisons inside `when(...)`, joined with `&`: when(k <= q) & window(64)"
    else:
        help_ = f"write when({text})"
    scope.error("P011", "a condition is not a value", node.span, "a condition", help=help_)
    return POISON


# ---- bounded arithmetic ----------------------------------------------------------------------------------------------
# Bounded arithmetic on numbers: no operation here can take long or overflow.


_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": arithmetic.add,
    "-": arithmetic.sub,
    "*": arithmetic.mul,
    "//": arithmetic.floordiv,
    "%": arithmetic.mod,
    "**": arithmetic.pow,
}


def step(operator: str, left: Value, right: Value, span: Span, scope: Scope) -> Value:
    """`left operator right` for `+ - * // % **`; `//` and `%` round down as in Python."""
    if isinstance(left, Poison) or isinstance(right, Poison):
        return POISON
    for value in (left, right):
        if not isinstance(value, (int, float)):
            help_ = "join masks with `|`, `&` and `-`" if isinstance(value, Masked) else ""
            message = f"`{operator}` joins numbers, not {described(value)}"
            scope.error("P011", message, span, "not all numbers", help=help_)
            return POISON
    if isinstance(left, int) and isinstance(right, int):
        return _integers(operator, left, right, span, scope)
    assert isinstance(left, (int, float))
    assert isinstance(right, (int, float))
    return _decimals(operator, left, right, span, scope)


def _integers(operator: str, left: int, right: int, span: Span, scope: Scope) -> Value:
    if operator in ("//", "%") and right == 0:
        scope.error("P020", f"{left} {operator} 0 has no value", span, "division by zero")
        return POISON
    if operator == "**" and (right < 0 or (abs(left) > 1 and right > 40)):
        reason = "a negative power is not an integer" if right < 0 else f"larger than 2**40 = {LARGEST}"
        scope.error("P020", f"{left} ** {right}: {reason}", span, reason)
        return POISON
    result = int(_ARITHMETIC[operator](left, right))
    if abs(result) > LARGEST:
        scope.error("P013", f"{left} {operator} {right} is larger than 2**40 = {LARGEST}", span, "too large")
        return POISON
    return result


def _decimals(operator: str, left: float, right: float, span: Span, scope: Scope) -> Value:
    if operator not in "+-*":
        scope.error("P011", f"`{operator}` joins integers, not {left} and {right}", span, "not integers")
        return POISON
    result = _ARITHMETIC[operator](left, right)
    if not math.isfinite(result):
        scope.error("P013", f"{left} {operator} {right} is not finite", span, "too large")
        return POISON
    return result
