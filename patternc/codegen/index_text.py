"""Index arithmetic as Python text: the expressions of the tile IR over integers or broadcasting integer tensors."""

from __future__ import annotations

from typing import assert_never

from patternc.ir.index import (
    All,
    Any,
    Apply,
    Binary,
    CeilDiv,
    Cmp,
    Expr,
    Holds,
    Index,
    Item,
    Lanes,
    Lookup,
    Max,
    Min,
    Narrowed,
    Negated,
    Num,
    Pack,
    Select,
    Spread,
    Tail,
    Truth,
    Var,
    Wide,
)

_SUM, _PRODUCT, _ATOM = 1, 2, 3


def index_text(index: Index) -> str:
    """An expression on one line.

    >>> from patternc.ir.index import CeilDiv, Num, Var, over, plus
    >>> index_text(plus(Var("start"), over(Var("head"), CeilDiv(Var("heads"), Num(4)))))
    'start + head // -(-heads // 4)'
    """
    match index:
        case Num(value):
            return str(value)
        case Var(name):
            return name
        case Binary(sign, left, right):
            own = _strength(index)
            return f"{_operand(left, own)} {sign} {_operand(right, own + 1)}"
        case CeilDiv(left, right):
            return f"-(-{_operand(left, _ATOM)} // {_operand(right, _ATOM)})"
        case Min(items):
            return f"min({', '.join(map(index_text, items))})"
        case Max(items):
            return f"max({', '.join(map(index_text, items))})"
        case Select(condition, yes, no):
            return f"({index_text(yes)} if {index_text(condition)} else {index_text(no)})"
        case Lookup(table, place, _, _):
            return f"{table}[{index_text(place)}]"
        case Apply(function, arguments):
            return f"{function}({', '.join(map(index_text, arguments))})"
        case Cmp(sign, left, right):
            return f"{index_text(left)} {sign} {index_text(right)}"
        case All() | Any() | Negated() | Holds():
            return _truth(index)
        case Lanes() | Spread() | Wide() | Narrowed() | Item() | Pack() | Tail():
            raise ValueError(f"{index}: a torch module has no lanes of a tile")
        case _:
            assert_never(index)


def _truth(truth: All | Any | Negated | Holds) -> str:
    """Over integers: `and`, `or` and `not` of truths that are no tensors."""
    match truth:
        case All(()):
            return "True"
        case Any(()):
            return "False"
        case All(items):
            return " and ".join(map(_enclosed, items))
        case Any(items):
            return " or ".join(map(_enclosed, items))
        case Negated(inner):
            return f"not {_enclosed(inner)}"
        case Holds(what):
            return index_text(what)
        case _:
            assert_never(truth)


def _enclosed(truth: Truth) -> str:
    return f"({index_text(truth)})" if isinstance(truth, All | Any | Negated) else index_text(truth)


def _operand(expression: Expr, least: int) -> str:
    text = index_text(expression)
    return text if _strength(expression) >= least else f"({text})"


def _strength(expression: Expr) -> int:
    match expression:
        case Binary("+" | "-", _, _):
            return _SUM
        case Binary():
            return _PRODUCT
        case Num(value):
            return _ATOM if value >= 0 else _SUM
        case _:
            return _ATOM
