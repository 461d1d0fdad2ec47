"""The grammar's LALR automaton, which is read from a file, because generating it takes ten times as long.

The file contains the grammar and the version of lark from which it was generated. For any other grammar or version the
automaton is generated again, and nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import lark
from lark import Lark, Token

from patternc import resources
from patternc.frontend.parser.build import Build

FILE, EXPRESSION = "file", "expression"
Json = Mapping[str, object]


class _Cutting:
    """Accepts tokens that no grammar rule uses; `statements` handles them, because it can report errors."""

    always_accept = ("NEWLINE", "SEMICOLON", "COMMENT", "MALFORMED", "UNKNOWN")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def automaton(builder: Build) -> Lark:
    """The automaton, which calls the builder's methods while it parses."""
    grammar, saved = resources.grammar(), json.loads(resources.automaton())
    if saved["origin"] != origin(grammar):
        return made(grammar, builder)
    data, memo = saved["data"], _with_numbers(saved["memo"])
    data["parser"]["parser"]["states"] = _with_numbers(saved["states"])
    read: Lark = Lark._load_from_dict(data, memo, postlex=_Cutting(), transformer=builder)  # type: ignore[no-untyped-call]
    return read


def origin(grammar: str) -> Json:
    """The grammar and the version of lark, of which an automaton is made."""
    return {"lark": lark.__version__, "grammar": grammar}


def made(grammar: str, builder: Build | None) -> Lark:
    """The automaton, generated."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=[FILE, EXPRESSION],
        postlex=_Cutting(),
        maybe_placeholders=False,
        transformer=builder,
    )


def _with_numbers(table: Json) -> dict[int, object]:
    """A table whose keys are numbers, which JSON writes as texts."""
    return {int(number): value for number, value in table.items()}
