"""What an expression can be worth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from patternc.frontend import typed
from patternc.ir.mask import Input, InputKind

LARGEST = 1 << 40  # |integer|; positions and sizes stay far inside 64 bits
MOST_ITEMS = 10_000  # of a list, and of all loops of a pattern together
DEEPEST_MASK = 100
LARGEST_MASK = 10_000  # primitives in one mask
LARGEST_BLOCK = 1 << 20  # positions; so that block sizes times block indices stay inside 64 bits


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language that is no name: `head`, `dense`, `lse`, ..."""

    text: str


@dataclass(frozen=True, slots=True)
class Poison:
    """The value of what is wrong already: whatever is made of it is wrong too, and nothing more is said."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A mask, with its depth and its number of primitives (which `let` could make grow without bound)."""

    mask: typed.Mask
    depth: int = 1
    size: int = 1


@dataclass(frozen=True, slots=True)
class InputName:
    """`@name`: a tensor given at run time."""

    input: Input


POISON: Final = Poison()

Value: TypeAlias = "int | float | str | Word | Masked | InputName | Poison | tuple[Value, ...]"


def described(value: Value) -> str:
    """A value in a sentence."""
    match value:
        case int():
            return f"the integer {value}"
        case float():
            return f"the number {value}"
        case str():
            return f'the text "{value}"'
        case Word(text):
            return f"the word `{text}`"
        case Masked():
            return "a mask"
        case InputName(input_):
            return f"the input `@{input_.name}`"
        case tuple():
            return f"a list of {len(value)}"
        case Poison():
            return "nothing"
        case _:
            assert_never(value)


def integer_for(value: Value) -> str:
    """What to write in place of a value that should be an integer; empty where it shows none."""
    match value:
        case float() if value.is_integer():
            return f"write {int(value)}"
        case float():
            return f"write {math.floor(value)} or {math.ceil(value)}"
        case str() if value.isdecimal():
            return f"write {int(value)}, without quotation marks"
        case _:
            return ""


def written(value: Value) -> str:
    """A value as text of the language (of a list, at most its first 8 items)."""
    match value:
        case tuple():
            shown = [written(item) for item in value[:8]] + ["..."] * (len(value) > 8)
            return f"[{', '.join(shown)}]"
        case Word(text):
            return text
        case Masked():
            return "<mask>"
        case InputName(input_):
            return f"@{input_.name}"
        case _:
            return str(value)


def kind_text(given: Input) -> str:
    """The kind of an input, as it is declared."""
    if given.kind is not InputKind.TABLE:
        return str(given.kind.value)
    return f"table({', '.join('heads' if size is None else str(size) for size in given.shape)})"
