"""Calls whose arguments follow special rules."""

from __future__ import annotations

from patternc.frontend import syntax
from patternc.frontend.check.grid_calls import box_call, tiles_call
from patternc.frontend.check.special_calls import (
    blocks_call,
    masked,
    random_call,
    table_call,
    when_call,
    within_call,
)
from patternc.frontend.check.values import Scope, Value


def form(node: syntax.Call, scope: Scope) -> Value:
    """The value of such a call; POISON if the call is wrong, which is reported."""
    match node.function.id:
        case "blocks":
            return blocks_call(node, scope)
        case "tiles":
            return tiles_call(node, scope)
        case "within":
            return within_call(node, scope)
        case "box":
            return masked(box_call(node, scope), node, scope)
        case "random":
            return masked(random_call(node, scope), node, scope)
        case "table":
            return masked(table_call(node, scope), node, scope)
        case _:
            return masked(when_call(node, scope), node, scope)
