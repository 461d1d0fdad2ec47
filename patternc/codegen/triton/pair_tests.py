"""Predicates on the pairs of a tile as statements, one for each part of a predicate that is too long for a line."""

from __future__ import annotations

from collections.abc import Iterator

from patternc.codegen.triton.bound_text import near, predicate
from patternc.ir.mask import And, Box, Mask, Not, Or, Side

WIDTH = 100
"""Columns of a statement before it is moved right into its loop."""


def residual_tests(mask: Mask, side: Side) -> tuple[str, ...]:
    """Statements that take from `admitted` the pairs a mask does not hold; rows are positions of `side`."""
    ahead, across = "rows[:, None]", "columns[None, :]"
    query, key = (ahead, across) if side is Side.QUERY else (across, ahead)
    return tuple(_kept(mask, query, key))


def _kept(mask: Mask, query: str, key: str) -> Iterator[str]:
    flat = f"admitted &= {predicate(mask, query, key)}"
    match mask:
        case _ if len(flat) <= WIDTH:
            yield flat
        case And(masks):
            for inner in masks:
                yield from _kept(inner, query, key)
        case Box():
            yield from (f"admitted &= {condition}" for condition in near(mask, query, key))
        case Or() | Not():
            yield from _value(mask, "test", query, key)
            yield "admitted &= test"
        case _:
            yield flat


def _value(mask: Mask, name: str, query: str, key: str) -> Iterator[str]:
    """Statements that give `name` the truth of a mask."""
    flat = f"{name} = {predicate(mask, query, key)}"
    match mask:
        case _ if len(flat) <= WIDTH:
            yield flat
        case Not(inner):
            yield from _value(inner, name, query, key)
            yield f"{name} = {name} == 0"
        case Box():
            first, *others = near(mask, query, key)
            yield f"{name} = {first}"
            yield from (f"{name} &= {condition}" for condition in others)
        case And(masks) | Or(masks):
            sign = "&" if isinstance(mask, And) else "|"
            yield from _value(masks[0], name, query, key)
            for number, inner in enumerate(masks[1:], 2):
                yield from _joined(inner, name, f"{name}_{number}", sign, query, key)
        case _:
            yield flat


def _joined(mask: Mask, name: str, own: str, sign: str, query: str, key: str) -> Iterator[str]:
    short = f"{name} {sign}= {predicate(mask, query, key)}"
    if len(short) <= WIDTH:
        yield short
        return
    yield from _value(mask, own, query, key)
    yield f"{name} {sign}= {own}"
