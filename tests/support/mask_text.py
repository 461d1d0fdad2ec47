"""Reads mask IR back from the text that `patternc.ir.dump` prints: `parse_mask(dump_mask(m))` means what m does.

The text does not say everything: a table is looked up by its file name. Where two masks print alike, such as a
comparison `k < 3` and the bound of that text, a bound or a residue class is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from patternc.ir.mask import (
    FALSE,
    TRUE,
    And,
    Arithmetic,
    AtLeast,
    Below,
    Bound,
    Box,
    ByHead,
    ByHeadBlock,
    Compare,
    Constant,
    Expression,
    Fixed,
    FromEnd,
    Mask,
    Name,
    Not,
    Number,
    OfBatch,
    OfDocument,
    Offset,
    Or,
    Random,
    RelativePosition,
    Residue,
    SameResidue,
    Side,
    Table,
    TopK,
)

Tables = Mapping[str, Table]
NO_TABLES: Tables = MappingProxyType({})
T = TypeVar("T")
_TOKEN = re.compile(r'\d+|\w+|"[^"]*"|==|>=|//|\S')


class Unreadable(Exception):  # noqa: N818 - what a text is
    """A text that is no mask or pattern; the message has what could not be read."""


def parse_mask(text: str, tables: Tables = NO_TABLES) -> Mask:
    """The mask of a text that `dump_mask` printed."""
    reader = _Reader(tuple(_TOKEN.findall(text)), tables)
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
        return self.first_of(
            self.residue, self.same_residue, self.bounded, self.comparison, self.selection, self.box, self.nested
        )

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

    # ---- atoms of positions ----------------------------------------------------------------------------------------
    def residue(self) -> Mask:
        side, dilation, segment, block = self.residue_class()
        self.take("==")
        return self.ended(Residue(side, dilation, self.offset(dilation), segment, block))

    def same_residue(self) -> Mask:
        side, dilation, segment, block = self.residue_class()
        self.take("==")
        if side is Side.KEY or self.residue_class() != (Side.KEY, dilation, segment, block):
            raise Unreadable("two classes")
        return self.ended(SameResidue(dilation, segment, block))

    def residue_class(self) -> tuple[Side, int, int | None, int]:
        """A side, and of its residue classes the dilation, the segment and the block."""
        side, segment, block = self.position()
        self.take("%")
        return side, self.number(), segment, block

    def position(self) -> tuple[Side, int | None, int]:
        if not self.accepts("("):
            return Side(self.one_of("q", "k")), None, 1
        side, segment, block = self.position()
        if self.one_of("//", "%") == "%":
            segment = self.number()
        else:
            block = self.number()
        self.take(")")
        return side, segment, block

    def offset(self, dilation: int) -> Offset:
        if self.accepts("h", "%", str(dilation)):
            return ByHead()
        if self.accepts("h", "//", "cdiv", "(", "H", ",", str(dilation), ")"):
            return ByHeadBlock()
        return Fixed(self.number())

    def bounded(self) -> Mask:
        side = Side(self.one_of("q", "k"))
        kind = AtLeast if self.one_of(">=", "<") == ">=" else Below
        return self.first_of(*(lambda form=form: self.ended(kind(side, form(side.other))) for form in self.bounds))

    @property
    def bounds(self) -> tuple[Callable[[Side], Bound], ...]:
        return self.follow, self.from_end, self.of_document, self.of_batch, lambda _: Constant(self.number())

    def follow(self, other: Side) -> Bound:
        shift = 0
        if self.accepts("("):
            self.take(other.value)
            shift = self.signed()
            self.take(")")
        else:
            self.take(other.value)
        if not self.accepts("//"):
            return RelativePosition(self.signed())
        period = self.number()
        self.take("*", str(period))
        return RelativePosition(self.signed(), shift, period)

    def from_end(self, _: Side) -> Bound:
        if self.accepts("n"):
            return FromEnd(self.signed())
        self.take("cdiv", "(", "n", ",")
        period = self.number()
        self.take(")", "*", str(period))
        return FromEnd(self.signed(), period)

    def of_document(self, other: Side) -> Bound:
        end = self.one_of("start", "end") == "end"
        self.take("(")
        name = self.word()
        self.take(",", other.value)
        block = self.number() if self.accepts("//") else 1
        self.take(")", *(() if block == 1 else ("*", str(block))))
        return OfDocument(name, end, block)

    def of_batch(self, _: Side) -> Bound:
        name = self.word()
        self.take("[", "batch", "]")
        return OfBatch(name, self.number() if self.accepts("*") else 1)

    def signed(self) -> int:
        """What is added at the end of a bound."""
        return self.number() if self.accepts("+") or self.next() == "-" else 0

    # ---- comparisons, selections, boxes ----------------------------------------------------------------------------
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
        return Name(self.word()) if self.next() in ("q", "k", "h", "n") else Number(self.number())

    def selection(self) -> Mask:
        match self.one_of("random", "topk", "table"):
            case "table":
                self.take("(")
                file = self.word().strip('"')
                if file not in self.tables:
                    raise Unreadable(f"no table {file!r} is given")
                return replace(self.tables[file], block=self.named("block", ")"))
            case "topk":
                self.take("(")
                return TopK(count=self.number(), block=self.named("block", ")"))
            case _ if self.accepts("(", "threshold"):
                self.take("=")
                return Random(threshold=self.number(), seed=self.named("seed"), block=self.named("block", ")"))
            case _:
                self.take("(")
                return Random(count=self.number(), seed=self.named("seed"), block=self.named("block", ")"))

    def named(self, name: str, *after: str) -> int:
        self.take(",", name, "=")
        value = self.number()
        self.take(*after)
        return value

    def box(self) -> Mask:
        self.take("box", "(")
        extents = self.numbers()
        self.take(",", "dilation", "=")
        dilations = self.numbers()
        self.take(",", "grid", "=")
        grid = self.numbers()
        self.take(")")
        return Box(grid, extents, dilations)

    def numbers(self) -> tuple[int, ...]:
        self.take("[")
        found = [self.number()]
        while self.accepts(","):
            found.append(self.number())
        self.take("]")
        return tuple(found)
