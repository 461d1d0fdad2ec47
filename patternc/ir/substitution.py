"""Replacement of variables, or of other parts, in statements and expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from patternc.ir.index import Expr, Var

T = TypeVar("T")


def substituted(node: T, values: Mapping[str, Expr]) -> T:
    """The node with its variables of these names replaced by the given expressions.

    Keeps: everything else, including the names that statements define.
    """
    return _replaced(node, lambda part: values.get(part.name) if isinstance(part, Var) else None)


def replaced(node: T, parts: Mapping[Any, Any]) -> T:
    """The node with some of its parts, whole dataclasses, replaced by others."""
    kinds = tuple({type(part) for part in parts})
    return _replaced(node, lambda part: parts.get(part) if isinstance(part, kinds) else None)


def _replaced(node: T, other: Callable[[object], object | None]) -> T:
    found: Any = other(node)
    match node:
        case _ if found is not None:
            pass
        case tuple():
            found = tuple(_replaced(one, other) for one in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            own = {one.name: _replaced(getattr(node, one.name), other) for one in fields(node)}
            found = replace(node, **own)
        case _:
            found = node
    return found  # type: ignore[no-any-return]
