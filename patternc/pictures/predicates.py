"""Masks as nested JSON lists, which the page's script evaluates for any pair (`templates/show/meaning.js`).

The first entry of a list is the name of a class in `ir/mask.py`, and the others are its fields, in order. A number, a
name and an offset that is the same for every head stand for themselves.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import fields
from enum import Enum
from typing import TypeAlias

from patternc.ir.mask import And, Fixed, Mask, Name, Number, Or

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def alternatives(mask: Mask) -> tuple[Mask, ...]:
    """Masks whose union is `mask`: its operands if it is a union, also if the union is within an intersection."""
    match mask:
        case Or(masks):
            return tuple(one for inner in masks for one in alternatives(inner))
        case And(masks):
            unions = [inner for inner in masks if isinstance(inner, Or) and len(inner.masks) > 1]
            if len(unions) != 1:
                return (mask,)
            rest = tuple(inner for inner in masks if inner is not unions[0])
            return tuple(And((one, *rest)) for one in alternatives(unions[0]))
        case _:
            return (mask,)


def is_wide(found: Json) -> bool:
    """Whether a predicate may need integers of more than 53 bits, because of comparisons or large constants."""
    match found:
        case ["Compare", *_]:
            return True
        case list():
            return any(map(is_wide, found))
        case int():
            # Products of a position and an integer below 2**31 are exact in JavaScript's numbers, which have 53 bits.
            return abs(found) >= 1 << 31
        case dict():
            return True
        case _:
            return False


def predicate(node: object) -> Json:
    """A mask, or a part of one; an integer that JavaScript's numbers can't represent is `{"big": its digits}`."""
    match node:
        case int() if abs(node) >= 1 << 53:
            return {"big": str(node)}
        case int() | str() | None:
            return node
        case bytes():
            return b64encode(node).decode()
        case Enum():
            return str(node.value)
        case tuple():
            return list(map(predicate, node))
        case Fixed(held) | Number(held) | Name(held):
            return predicate(held)
        case _:
            values = (getattr(node, field.name) for field in fields(node))  # type: ignore[arg-type]
            return [type(node).__name__, *map(predicate, values)]
