"""The values of expressions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias, assert_never

from patternc.diagnostics import Findings
from patternc.frontend import syntax, typed
from patternc.frontend.parser import snippet
from patternc.ir.mask import Input

LARGEST = 1 << 40  # largest absolute value of an integer, so that positions and sizes fit well into 64 bits
MOST_ITEMS = 10_000  # most items of a list, and most iterations of all loops of a pattern together
LARGEST_MASK = 10_000  # most primitives in one mask
LARGEST_BLOCK = 1 << 20  # positions, so that block size times block index fits into 64 bits
CELLS = 1 << 30  # of a grid at most


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language that is not a variable: `head`, `dense`, `lse`, ..."""

    text: str


@dataclass(frozen=True, slots=True)
class Poison:
    """The value of an expression with a reported error; expressions that contain it are not reported again."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A mask with its depth and its number of primitives, which are limited because `let` could multiply them."""

    mask: typed.Mask
    depth: int = 1
    size: int = 1


@dataclass(frozen=True, slots=True)
class InputName:
    """`@name`: a runtime input."""

    input: Input


POISON: Final = Poison()

Value: TypeAlias = "int | float | str | Word | Masked | InputName | Poison | tuple[Value, ...]"


class Scope(dict[str, Value]):
    """The values of the names that are known at a place of a file, those of inputs by `@name`; it collects findings."""

    def __init__(self, findings: Findings, names: Mapping[str, Value] = MappingProxyType({})) -> None:
        super().__init__(names)
        self.findings, self.error, self.unknown_name = findings, findings.error, findings.unknown_name

    def beside(self, **names: Value) -> Scope:
        """A copy that knows further names."""
        return Scope(self.findings, {**self, **names})

    def text(self, node: syntax.Expression | syntax.Statement) -> str:
        """The text of a node as written, on one line."""
        return snippet(self.findings.source, node.span)

    def word(self, node: syntax.Expression) -> Value:
        """The value of an expression, or the word that a name is which has no value."""
        return Word(node.id) if isinstance(node, syntax.Name) and node.id not in self else self.value(node)

    def value(self, node: syntax.Expression) -> Value:
        """The value of an expression; POISON if it is wrong, which is reported."""
        from patternc.frontend.check.expressions import evaluate  # here: it evaluates calls, whose arguments need it

        return evaluate(node, self)


def described(value: Value) -> str:
    """A value as a phrase in a sentence."""
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


def counted(number: int, noun: str, several: str = "") -> str:
    """A number with a noun: `1 extent`, `2 extents`. `several`: the plural, where it is not the noun and an s."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"


def divisors_near(number: int, wanted: int, form: str) -> str:
    """A hint that names the divisors of a number next to the written one. `form`: how one is written, with its `{}`."""
    divisors = [one for one in range(1, number + 1) if number % one == 0]
    near = [one for one in divisors if one < wanted][-1:] + [one for one in divisors if one > wanted][:1]
    return "write " + " or ".join(map(form.format, near))


def integer_for(value: Value) -> str:
    """A suggested integer to write in place of a value; empty if there is none."""
    match value:
        case float() if not abs(value) <= LARGEST:
            return ""
        case float() if value.is_integer():
            return f"write {int(value)}"
        case float():
            return f"write {math.floor(value)} or {math.ceil(value)}"
        case str() if value.isdecimal():
            return f"write {int(value)}, without quotation marks"
        case _:
            return ""


def written(value: Value) -> str:
    """A value as pattern-language text (at most the first 8 items of a list)."""
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
    """The kind of an input as written in its declaration."""
    if given.owner is not None:
        return f"{given.kind.value}({given.owner.value})"
    if not given.shape:
        return str(given.kind.value)
    return f"{given.kind.value}({', '.join('heads' if size is None else str(size) for size in given.shape)})"
