"""`require`: a condition on every call, as a Python expression over n, heads and head_dim."""

from __future__ import annotations

import operator as compare
from dataclasses import dataclass

from patternc.diagnostics import nearest
from patternc.frontend import syntax
from patternc.frontend.check.expressions import evaluate
from patternc.frontend.check.values import Poison, Scope, Value, described
from patternc.frontend.check.words import FREE, RANKS, RESERVED, speaks_of
from patternc.ir.mask import Requirement

_COMPARISONS = {
    "==": compare.eq,
    "!=": compare.ne,
    "<=": compare.le,
    ">=": compare.ge,
    "<": compare.lt,
    ">": compare.gt,
}
_LEVEL = {"or": 1, "and": 2, "not": 3, **dict.fromkeys(_COMPARISONS, 4), "+": 5, "-": 5, "*": 6, "//": 6, "%": 6}
_CONDITIONS = (*_COMPARISONS, "and", "or")
_UNARY, _POWER, _ATOM = 7, 8, 9  # how tightly they bind in Python, after comparisons, sums and products


@dataclass(frozen=True, slots=True)
class _Term:
    """Python text with its precedence, and whether it is a condition. `value`: its value if it is already known."""

    text: str
    level: int
    condition: bool = False
    value: int | bool | None = None

    def inside(self, level: int) -> str:
        """The text, in parentheses if its precedence is lower than the context's."""
        return self.text if self.level >= level else f"({self.text})"


def requirement(node: syntax.Require, scope: Scope) -> tuple[Requirement, ...]:
    """The requirement of a statement; none if it has errors or always holds. `scope`: with `ranks`, if it is read."""
    term = _term(node.condition, scope)
    text = scope.text(node.condition)
    if term is None:
        return ()
    if not term.condition:
        message = f"`require` needs a condition, not the number `{text}`"
        scope.error("P011", message, node.condition.span, "not a condition", help=f"write `require {text} == 0`")
        return ()
    if term.value is not None:
        if not term.value:
            read = speaks_of((RANKS,), node.condition)
            help_ = f"`ranks` is {scope[RANKS]}: set it with `ring(ranks=...)`" if read else ""
            scope.error("P023", f"`{text}` never holds", node.condition.span, "false for every call", help=help_)
        return ()
    names = tuple(name for name in FREE if speaks_of((name,), node.condition))
    return (Requirement(term.text, text, names, node.span),)


def _term(node: syntax.Expression, scope: Scope) -> _Term | None:
    match node:
        case syntax.Name(id) if id in FREE:
            return _Term(id, _ATOM)
        case syntax.Prefix() if "not" in node.operators or _speaks(node):
            return _prefixed(node, scope)
        case syntax.Chain() if node.rest[0].operator in _CONDITIONS or _speaks(node):
            return _chained(node, scope)
        case syntax.Call(syntax.Name(("min" | "max" | "cdiv") as word)) if _speaks(node):
            return _called(word, node, scope)
        case syntax.Name(id) if id not in scope and id not in RESERVED:
            numbers = (name for name, value in scope.items() if isinstance(value, int))
            help_ = nearest(id, (*FREE, RANKS, *numbers))
            scope.error("P010", f"unknown name `{id}`", node.span, "unknown name", help=help_)
            return None
        case _:
            return _constant(evaluate(node, scope), node, scope)


def _speaks(node: syntax.Expression) -> bool:
    """Whether an expression uses values known only at the call."""
    return speaks_of(FREE, node)


def _constant(value: Value, node: syntax.Expression, scope: Scope) -> _Term | None:
    match value:
        case Poison():
            return None
        case int():
            return _number(value)
        case _:
            message = f"a requirement compares integers, not {described(value)}"
            scope.error("P011", message, node.span, "not an integer")
            return None


def _number(value: int) -> _Term:
    return _Term(str(value), _ATOM if value >= 0 else _UNARY, value=value)


def _truth(value: bool) -> _Term:
    return _Term(str(value), _ATOM, condition=True, value=value)


def _prefixed(node: syntax.Prefix, scope: Scope) -> _Term | None:
    term = _term(node.operand, scope)
    for operator in reversed(node.operators):
        if term is None:
            return None
        if operator == "!" or term.condition != (operator == "not"):
            kind = "a condition" if operator == "not" else "a number"
            help_ = "write `not`" if operator == "!" else ""
            scope.error("P011", f"`{operator}` needs {kind} here", node.span, f"not {kind}", help=help_)
            return None
        if operator == "not":
            known = term.value is not None
            term = _truth(not term.value) if known else _Term(f"not {term.inside(_LEVEL['not'])}", _LEVEL["not"], True)
        else:
            known_value = term.value
            term = _number(-known_value) if known_value is not None else _Term(f"-{term.inside(_UNARY)}", _UNARY)
    return term


def _chained(node: syntax.Chain, scope: Scope) -> _Term | None:
    operands = (node.first, *(step.operand for step in node.rest))
    terms = [_term(operand, scope) for operand in operands]
    good = [term for term in terms if term is not None]
    if len(good) < len(terms):
        return None
    operators = [step.operator for step in node.rest]
    logical = operators[0] in ("and", "or")
    for term, operand in zip(good, operands, strict=True):
        if term.condition != logical:
            kind = "conditions" if logical else "numbers"
            scope.error("P011", f"`{operators[0]}` joins {kind}", operand.span, f"not one of the {kind}")
            return None
    if operators[0] in ("&", "|"):
        scope.error(
            "P011", f"`{operators[0]}` joins masks", node.span, "masks are not allowed here", help="write `and` or `or`"
        )
        return None
    if logical:
        return _logical(operators[0], good)
    if operators[0] in _COMPARISONS:
        return _comparison(operators, good)
    return _arithmetic(operators, good, node, scope)


def _logical(operator: str, terms: list[_Term]) -> _Term:
    """`and` / `or`, simplified where operands are already known."""
    deciding = operator == "or"
    if any(term.value is deciding for term in terms):
        return _truth(deciding)
    unknown = [term for term in terms if term.value is None]
    if not unknown:
        return _truth(not deciding)
    if len(unknown) == 1:
        return unknown[0]
    # `and` inside `or` is parenthesized too, so that readers need not know the precedence.
    return _Term(f" {operator} ".join(term.inside(_LEVEL["not"]) for term in unknown), _LEVEL[operator], condition=True)


def _comparison(operators: list[str], terms: list[_Term]) -> _Term:
    """`a < b <= c`, which holds when every pair does."""
    values = [term.value for term in terms if term.value is not None]
    if len(values) == len(terms):
        pairs = zip(operators, values, values[1:], strict=False)
        return _truth(all(_COMPARISONS[operator](left, right) for operator, left, right in pairs))
    level = _LEVEL["=="]
    text = terms[0].inside(level + 1)
    for operator, term in zip(operators, terms[1:], strict=True):
        text += f" {operator} {term.inside(level + 1)}"
    return _Term(text, level, condition=True)


def _arithmetic(operators: list[str], terms: list[_Term], node: syntax.Chain, scope: Scope) -> _Term | None:
    if operators[0] == "**":
        return _power(terms, node, scope)
    result = terms[0]
    for operator, term, step in zip(operators, terms[1:], node.rest, strict=True):
        if operator in ("//", "%") and not _divides(term, step.operand, scope):
            return None
        level = _LEVEL[operator]
        result = _Term(f"{result.inside(level)} {operator} {term.inside(level + 1)}", level)
    return result


def _divides(term: _Term, node: syntax.Expression, scope: Scope) -> bool:
    """Whether a divisor is nonzero in every call."""
    if term.text in FREE or term.value:
        return True
    text = scope.text(node)
    message = f"`{text}` is zero" if term.value is not None else f"`{text}` may be zero"
    scope.error("P020", message, node.span, "a divisor", help="divide by a constant, n, heads or head_dim")
    return False


def _power(terms: list[_Term], node: syntax.Chain, scope: Scope) -> _Term | None:
    """`a ** c` with a small constant power, so that no call computes a huge number."""
    base, power = terms[0], terms[1].value
    largest_power = 16
    if len(terms) > 2 or power is None or not 0 <= power <= largest_power:
        message = f"a power in `require` must be a constant from 0 to {largest_power}"
        scope.error("P020", message, node.rest[0].operand.span, "not an allowed power")
        return None
    return _Term(f"{base.inside(_ATOM)} ** {power}", _POWER)


def _called(word: str, node: syntax.Call, scope: Scope) -> _Term | None:
    """`min`, `max` and `cdiv` of values known only at the call."""
    terms = [_term(one.value, scope) for one in node.arguments]
    good = [term for term in terms if term is not None and not term.condition]
    if len(good) < len(terms):
        return None
    if len(good) < 2 or (word == "cdiv" and len(good) != 2):
        takes = "two numbers" if word == "cdiv" else "two or more numbers"
        scope.error("P014", f"`{word}` takes {takes}, not {len(good)}", node.span, "does not fit")
        return None
    if word != "cdiv":
        return _Term(f"{word}({', '.join(term.text for term in good)})", _ATOM)
    left, right = good
    if not _divides(right, node.arguments[1].value, scope):
        return None
    return _Term(f"-(-{left.inside(_UNARY)} // {right.inside(_UNARY)})", _UNARY)
