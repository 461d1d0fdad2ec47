"""Substitution of expressions for variables in statements and expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from patternc.ir.index import Expr, Var

T = TypeVar("T")


def substituted(node: T, values: Mapping[str, Expr]) -> T:
    """The node with its variables of these names replaced by the given expressions.

    Keeps: everything else, including the names that statements define.
    """
    found: Any = node
    match node:
        case Var(name):
            found = values.get(name, node)
        case tuple():
            found = tuple(substituted(one, values) for one in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            found = replace(node, **{one.name: substituted(getattr(node, one.name), values) for one in fields(node)})
    return found  # type: ignore[no-any-return]
