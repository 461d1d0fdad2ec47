"""What functions of torch are of the symbols of a `mask_mod`, by operators and methods of these."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


def _floored(left: Any, right: Any, rounding_mode: str | None = None) -> Any:
    """`torch.div`, which makes fractions unless it rounds down."""
    return left // right if rounding_mode == "floor" else left / right


def _logical(join: Callable[..., Any]) -> Callable[..., Any]:
    """A function of torch that takes numbers as conditions."""
    return lambda *given: join(*(one.bool() for one in given))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "rsub": lambda one, other: other - one,
    "mul": operator.mul,
    "div": _floored,
    "pow": operator.pow,
    "floordiv": operator.floordiv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "neg": operator.neg,
    "abs": abs,
    "minimum": lambda one, other: one.minimum(other),
    "min": lambda one, other: one.minimum(other),
    "maximum": lambda one, other: one.maximum(other),
    "max": lambda one, other: one.maximum(other),
    "clamp": lambda one, *given, **named: one.clamp(*given, **named),
    "clip": lambda one, *given, **named: one.clamp(*given, **named),
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "bitwise_not": operator.invert,
    "logical_and": _logical(operator.and_),
    "logical_or": _logical(operator.or_),
    "logical_xor": _logical(operator.xor),
    "logical_not": _logical(operator.invert),
    "where": lambda condition, yes, no: condition.bool().where(yes, no),
}
"""What functions of torch are of symbols, by their names."""
