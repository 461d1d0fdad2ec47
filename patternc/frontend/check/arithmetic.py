"""Bounded arithmetic on numbers: no operation here can take long or overflow."""

from __future__ import annotations

import math

from patternc.diagnostics import Findings
from patternc.frontend.check.values import LARGEST, POISON, Masked, Poison, Value, described
from patternc.source import Span


def negated(value: int | float) -> int | float:
    """The negated number."""
    return -value


def step(operator: str, left: Value, right: Value, span: Span, findings: Findings) -> Value:
    """`left operator right` for `+ - * // % **`; `//` and `%` round down as in Python."""
    if isinstance(left, Poison) or isinstance(right, Poison):
        return POISON
    for value in (left, right):
        if not isinstance(value, (int, float)):
            help_ = "join masks with `|`, `&` and `-`" if isinstance(value, Masked) else ""
            message = f"`{operator}` joins numbers, not {described(value)}"
            findings.error("P011", message, span, "not all numbers", help=help_)
            return POISON
    if isinstance(left, int) and isinstance(right, int):
        return _integers(operator, left, right, span, findings)
    assert isinstance(left, (int, float))
    assert isinstance(right, (int, float))
    return _decimals(operator, left, right, span, findings)


def _integers(operator: str, left: int, right: int, span: Span, findings: Findings) -> Value:
    if operator in ("//", "%") and right == 0:
        findings.error("P020", f"{left} {operator} 0 has no value", span, "division by zero")
        return POISON
    if operator == "**" and (right < 0 or (abs(left) > 1 and right > 40)):
        reason = "a negative power is not an integer" if right < 0 else f"larger than 2**40 = {LARGEST}"
        findings.error("P020", f"{left} ** {right}: {reason}", span, reason)
        return POISON
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "//":
            result = left // right
        case "%":
            result = left % right
        case "**":
            result = int(left**right)
        case _:
            raise ValueError(f"operator: {operator} is not arithmetic")
    if abs(result) > LARGEST:
        findings.error("P013", f"{left} {operator} {right} is larger than 2**40 = {LARGEST}", span, "too large")
        return POISON
    return result


def _decimals(operator: str, left: float, right: float, span: Span, findings: Findings) -> Value:
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case _:
            findings.error("P011", f"`{operator}` joins integers, not {left} and {right}", span, "not integers")
            return POISON
    if not math.isfinite(result):
        findings.error("P013", f"{left} {operator} {right} is not finite", span, "too large")
        return POISON
    return result
