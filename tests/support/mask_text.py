"""Reads mask IR back from the text that `patternc.ir.dump` prints: `parse_mask(dump_mask(m))` means what m does.

The text does not say everything: a table is looked up by its file name. Where two masks print alike, such as a
comparison `k < 3` and the bound of that text, a bound or a residue class is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import Enum
from itertools import product
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from patternc.ir.dump.masks import dump_mask
from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    Arithmetic,
    AtLeast,
    Atom,
    Below,
    BoundAt,
    Compare,
    Expression,
    Label,
    Mask,
    Name,
    Not,
    Number,
    OfDocument,
    OfEach,
    Or,
    Side,
    Table,
)

Tables = Mapping[str, Table]
NO_TABLES: Tables = MappingProxyType({})
T = TypeVar("T")
_TOKEN = re.compile(r'\d+|\w+|"[^"]*"|==|>=|//|\S')


class Unreadable(Exception):  # noqa: N818 - what a text is
    """A text that is no mask or pattern; the message has what could not be read."""


def parse_mask(text: str, tables: Tables = NO_TABLES) -> Mask:
    """The mask of a text that `dump_mask` printed."""
    both = re.sub(r"(selected\(@\w+ by \w+, block=)(\d+)\)", r"\1\2 x \2)", text)  # blocks of as many queries as keys
    reader = _Reader(tuple(_TOKEN.findall(both)), tables)
    mask = reader.mask()
    if reader.rest:
        raise Unreadable(f"{' '.join(reader.rest)!r} of {text!r}")
    return mask


@dataclass(slots=True)
class _Reader:
    """The tokens of a mask, and how many of them are read. One method for each form, which leaves what follows."""

    tokens: tuple[str, ...]
    tables: Tables
    at: int = 0

    @property
    def rest(self) -> tuple[str, ...]:
        return self.tokens[self.at :]

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def accepts(self, *tokens: str) -> bool:
        """Read these tokens if they are the next ones."""
        found = self.rest[: len(tokens)] == tokens
        self.at += len(tokens) if found else 0
        return found

    def take(self, *tokens: str) -> None:
        if not self.accepts(*tokens):
            raise Unreadable(f"{' '.join(self.rest)!r}: expected {' '.join(tokens)!r}")

    def one_of(self, *tokens: str) -> str:
        found = next((token for token in tokens if self.accepts(token)), None)
        if found is None:
            raise Unreadable(f"{' '.join(self.rest)!r}: expected one of {tokens}")
        return found

    def word(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def number(self) -> int:
        sign = -1 if self.accepts("-") else 1
        if not self.next().isdecimal():
            raise Unreadable(f"{' '.join(self.rest)!r}: expected a number")
        return sign * int(self.word())

    def first_of(self, *forms: Callable[[], T]) -> T:
        """The first form that the next tokens have."""
        start = self.at
        for form in forms:
            try:
                return form()
            except Unreadable:
                self.at = start
        raise Unreadable(f"{' '.join(self.rest)!r}")

    # ---- masks -----------------------------------------------------------------------------------------------------
    def mask(self) -> Mask:
        parts = [self.conjunction()]
        while self.accepts("or"):
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def conjunction(self) -> Mask:
        parts = [self.operand()]
        while self.accepts("and"):
            parts.append(self.operand())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def operand(self) -> Mask:
        if self.accepts("not"):
            return Not(self.nested())
        if self.accepts("true"):
            return TRUE
        if self.accepts("false"):
            return FALSE
        return self.first_of(self.atom, self.comparison, self.nested)

    def nested(self) -> Mask:
        self.take("(")
        inner = self.mask()
        self.take(")")
        return inner

    def ended(self, mask: Mask) -> Mask:
        """The atom, if it ends here."""
        if self.next() not in ("", "and", "or", ")"):
            raise Unreadable(f"{' '.join(self.rest)!r}: expected the end of an atom")
        return mask

    def atom(self) -> Mask:
        """An atom of a printed form, with the read numbers and names in place of the example's."""
        text = " ".join(self.rest)
        for example, form in FORMS:
            read = form.match(text)
            if read:
                self.at += len(_TOKEN.findall(read[0]))
                return self.given(with_marks(example, read.groupdict()))
        raise Unreadable(f"{text!r} begins with no atom")

    def given(self, atom: Mask) -> Mask:
        """The atom; of a table, that of this name."""
        if not isinstance(atom, Table):
            return atom
        if atom.file not in self.tables:
            raise Unreadable(f"no table {atom.file!r} is given")
        return replace(self.tables[atom.file], block=atom.block)

    # ---- comparisons -----------------------------------------------------------------------------------------------
    def comparison(self) -> Mask:
        left = self.sum()
        operator = self.one_of("==", "<")
        return self.ended(Compare(operator, left, self.sum()))

    def sum(self) -> Expression:
        return self.joined(self.product, "+", "-")

    def product(self) -> Expression:
        return self.joined(self.factor, "*", "//", "%")

    def joined(self, operand: Callable[[], Expression], *operators: str) -> Expression:
        found = operand()
        while self.next() in operators:
            found = Arithmetic(self.word(), found, operand())
        return found

    def factor(self) -> Expression:
        if self.accepts("("):
            inner = self.sum()
            self.take(")")
            return inner
        if self.next() in ("q", "k", "h", "n"):
            return Name(self.word())
        return self.first_of(self.label, self.end_of_document, lambda: Number(self.number()))

    def end_of_document(self) -> Expression:
        end = self.one_of("start", "end") == "end"
        self.take("(")
        name = self.word()
        self.take(",")
        side = Side(self.one_of("q", "k"))
        block = self.number() if self.accepts("//") else 1
        self.take(")")
        if block > 1:
            self.take("*", str(block))
        return BoundAt(OfDocument(name, end, block), side)

    def label(self) -> Expression:
        name = self.word()
        self.take("[")
        side = Side(self.one_of("q", "k"))
        block = self.number() if self.accepts("//") else 1
        self.take("]")
        return Label(name, side, block)


# ---- printed forms: examples of every kind of atom ------------------------------------------------------------------
def examples(kind: Any, default: object, mark: str) -> Iterator[Any]:
    """Values of a type: a default, zero, all words, and others with numbers and names that begin with the mark."""
    for member in get_args(kind) if isinstance(kind, UnionType) else (kind,):
        if member is int:
            yield from (int(mark), -int(mark))
        elif member is bool:
            yield from (False, True)
        elif member in (str, bytes, NoneType):
            yield {str: f"name_{mark}", bytes: b"", NoneType: None}[member]
        elif get_origin(member) is tuple:
            yield from (tuple(int(f"{mark}{place}") for place in range(length)) for length in (1, 2, 3))
        elif issubclass(member, Enum):
            yield from member
        else:
            hints = get_type_hints(member)
            parts = [
                [*examples(hints[one.name], one.default, f"{mark}{place}")] for place, one in enumerate(fields(member))
            ]
            yield from (member(*some) for some in product(*parts))
    if kind is int or default is not MISSING:
        yield 0 if default is MISSING else default


def with_marks(value: Any, read: Mapping[str, str]) -> Any:
    """A value with what is read in place of its marks."""
    match value:
        case int() if f"number_{abs(value)}" in read:
            return int(read[f"number_{abs(value)}"]) * (1 if value > 0 else -1)
        case str() if value in read:
            return read[value]
        case tuple():
            return tuple(with_marks(one, read) for one in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: with_marks(getattr(value, one.name), read) for one in fields(value)})
        case _:
            return value


def _forms() -> Iterator[tuple[Mask, re.Pattern[str]]]:
    """Examples of all atoms but comparisons, and their texts as expressions in which marks are groups."""
    known = set[str]()
    for place, kind in enumerate(get_args(Atom)):
        for example in () if kind is Compare else examples(kind, MISSING, f"9{place}"):
            ends = isinstance(example, AtLeast | Below)
            if ends and isinstance(example.bound, OfEach) and example.bound.of is example.side:
                continue  # the numbers of a bound are of the other side
            text = " ".join(_TOKEN.findall(dump_mask(example)))
            marks = set(re.findall(r"\b9\d\d+", repr(example)))
            if text not in known and marks <= set(re.findall(r"\d+", text)):
                known.add(text)
                yield example, re.compile(_grouped(text) + r"(?= and | or | \)|$)")


def _grouped(text: str) -> str:
    """An expression for texts that differ from this one in its marks; a mark that stands twice is the same there."""
    known = set[str]()

    def group(found: re.Match[str]) -> str:
        word = found[0]
        name = word if word.startswith("name") else f"number_{word}"
        if name in known:
            return f"(?P={name})"
        known.add(name)
        words = r'[^"]+' if found.string[: found.start()].endswith('"') else r"[^\W\d]\w*"
        form = words if name == word else r"\d+"
        return f"(?P<{name}>{form})"

    return re.sub(r"\bname_\d+|\b9\d\d+", group, re.escape(text))


FORMS = tuple(_forms())
