"""The file in which the automaton of the grammar is saved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

from lark.grammar import Rule
from lark.lexer import TerminalDef

from patternc.frontend.parser.automaton import Json, made, origin

_GIVEN = ("postlex", "transformer", "lexer_callbacks", "import_paths", "_plugins")
"""Options that must be passed when an automaton is read from its file."""


Row = dict[int, tuple[int, int | Json]]
"""For each token, the kind of action, and the next state or the rule to apply."""


class _Table(TypedDict):
    """A parse table as lark serializes it."""

    tokens: dict[int, str]
    states: dict[int, Row]
    start_states: dict[str, int]
    end_states: dict[str, int]


def automaton_text(grammar: str) -> str:
    """The file in which the grammar's automaton is saved: JSON, with one rule or state per line."""
    data, memo = made(grammar, None).memo_serialize([TerminalDef, Rule])
    table = _numbered(data["parser"]["parser"])
    data["parser"]["parser"] = {name: part for name, part in table.items() if name != "states"}
    data["options"] = {name: value for name, value in data["options"].items() if name not in _GIVEN}
    sections = {"origin": origin(grammar), "data": data, "memo": memo, "states": table["states"]}
    return _lines(f'"{name}": {_lines(_entries(section))}' for name, section in sections.items()) + "\n"


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


def _entries(section: Mapping[str, object] | Mapping[int, object]) -> Iterator[str]:
    return (f'"{name}": {json.dumps(value)}' for name, value in section.items())


def _lines(entries: Iterable[str]) -> str:
    return "{\n" + ",\n".join(entries) + "\n}"
