"""The grammar's LALR automaton, which is read from a file, because generating it takes ten times as long.

The file contains the grammar and the version of lark from which it was generated. For any other grammar or version the
automaton is generated again, and nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import TerminalDef

from patternc import resources
from patternc.frontend.parser.build import Build

FILE, EXPRESSION = "file", "expression"
_GIVEN = ("postlex", "transformer", "lexer_callbacks", "import_paths", "_plugins")
"""Options that must be passed when an automaton is read from its file."""

Json = Mapping[str, object]
Row = dict[int, tuple[int, int | Json]]
"""For each token, the kind of action, and the next state or the rule to apply."""


class _Table(TypedDict):
    """A parse table as lark serializes it."""

    tokens: dict[int, str]
    states: dict[int, Row]
    start_states: dict[str, int]
    end_states: dict[str, int]


class _Cutting:
    """Accepts tokens that no grammar rule uses; `statements` handles them, because it can report errors."""

    always_accept = ("NEWLINE", "SEMICOLON", "COMMENT", "MALFORMED", "UNKNOWN")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def automaton(builder: Build) -> Lark:
    """The automaton, which calls the builder's methods while it parses."""
    grammar, saved = resources.grammar(), json.loads(resources.automaton())
    if saved["origin"] != _origin(grammar):
        return _made(grammar, builder)
    data, memo = saved["data"], _with_numbers(saved["memo"])
    data["parser"]["parser"]["states"] = _with_numbers(saved["states"])
    read: Lark = Lark._load_from_dict(data, memo, postlex=_Cutting(), transformer=builder)  # type: ignore[no-untyped-call]
    return read


def automaton_text(grammar: str) -> str:
    """The file in which the grammar's automaton is saved: JSON, with one rule or state per line."""
    data, memo = _made(grammar, None).memo_serialize([TerminalDef, Rule])
    table = _numbered(data["parser"]["parser"])
    data["parser"]["parser"] = {name: part for name, part in table.items() if name != "states"}
    data["options"] = {name: value for name, value in data["options"].items() if name not in _GIVEN}
    sections = {"origin": _origin(grammar), "data": data, "memo": memo, "states": table["states"]}
    return _lines(f'"{name}": {_lines(_entries(section))}' for name, section in sections.items()) + "\n"


def _origin(grammar: str) -> Json:
    return {"lark": lark.__version__, "grammar": grammar}


def _made(grammar: str, builder: Build | None) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=[FILE, EXPRESSION],
        postlex=_Cutting(),
        maybe_placeholders=False,
        transformer=builder,
    )


def _numbered(table: _Table) -> _Table:
    """The table with states numbered in the order in which they are reached, and tokens in alphabetical order.

    lark's own order is that of sets, which differs between processes.
    """
    names = sorted(table["tokens"].values())
    places = {number: names.index(name) for number, name in table["tokens"].items()}
    rows = {
        state: dict(sorted((places[token], action) for token, action in row.items()))
        for state, row in table["states"].items()
    }
    numbers = {state: number for number, state in enumerate(_reached(table["start_states"].values(), rows))}
    return {
        "tokens": dict(enumerate(names)),
        "states": {
            number: {
                token: (kind, numbers[target] if isinstance(target, int) else target)
                for token, (kind, target) in rows[state].items()
            }
            for state, number in numbers.items()
        },
        "start_states": {start: numbers[state] for start, state in table["start_states"].items()},
        "end_states": {start: numbers[table["end_states"][start]] for start in table["start_states"]},
    }


def _reached(starts: Iterable[int], rows: Mapping[int, Row]) -> list[int]:
    """All states, breadth first."""
    found = list(starts)
    for state in found:  # grows
        targets = (target for _, target in rows[state].values() if isinstance(target, int))
        found += [target for target in dict.fromkeys(targets) if target not in found]
    return found


def _with_numbers(table: Json) -> dict[int, object]:
    """A table whose keys are numbers, which JSON writes as texts."""
    return {int(number): value for number, value in table.items()}


def _entries(section: Mapping[str, object] | Mapping[int, object]) -> Iterator[str]:
    return (f'"{name}": {json.dumps(value)}' for name, value in section.items())


def _lines(entries: Iterable[str]) -> str:
    return "{\n" + ",\n".join(entries) + "\n}"
