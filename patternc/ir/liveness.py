"""The names that tile IR statements read and define, and the pass that removes unread definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from patternc.ir.index import Index, functions, names
from patternc.ir.tile import (
    BLOCK_N,
    CHUNKS,
    DESCRIBED,
    Accumulate,
    Clause,
    Describe,
    Direction,
    EachHead,
    Finish,
    For,
    Let,
    LoadHeads,
    LoadRows,
    LoadStatistics,
    Mask,
    Merge,
    Pairs,
    Score,
    Start,
    Statement,
    Stop,
    Store,
    Test,
    Visit,
    Whole,
    walk,
)


def expressions(statement: Statement) -> Iterator[Index]:
    """The expressions of a statement, without those of nested statements."""
    match statement:
        case Let(_, values):
            yield from values
        case Stop(when):
            yield when
        case For(_, start, stop, step, _):
            yield from (start, stop, step)
        case EachHead(start, stop, _):
            yield from (start, stop)
        case Describe(_, first, step, low, high):
            yield from (first, step, low, high)
        case Score(pairs=pairs, row=row) | Accumulate(pairs=pairs, row=row):
            yield from _of_pairs(pairs)
            if row is not None:
                yield row
        case Whole(start, stop, _, low):
            yield from (start, stop, low)
        case Mask(_, edge, admitted, tests):
            yield from ((admitted,) if edge is None else (edge, admitted))
            for test in tests:
                yield from _of_test(test)
        case Merge(_, _, index, member):
            yield from ((index,) if member is None else (index, member))
        case Store(index=index):
            yield index
        case LoadRows() | LoadHeads() | LoadStatistics() | Start() | Clause() | Finish():
            pass
        case Visit():
            raise AssertionError("visits become loops before their reads are computed")
        case _:
            assert_never(statement)


def _of_test(test: Test) -> Iterator[Index]:
    yield test.truth
    if test.when is not None:
        yield test.when


def _of_pairs(pairs: Pairs) -> Iterator[Index]:
    yield from (one for one in (pairs.distance, pairs.query, pairs.key) if one is not None)


def reads(statement: Statement) -> frozenset[str]:
    """The names a statement reads, without those of nested statements."""
    return names(*expressions(statement)) | _implied(statement)


def _implied(statement: Statement) -> frozenset[str]:
    """The names that a statement reads besides those in its expressions."""
    match statement:
        case LoadRows(_, tensor, _, head, offset):
            return frozenset({tensor, "strides", "batch", head, offset, "rows", "valid", *CHUNKS})
        case LoadHeads(_, tensor, _, heads, number):
            return frozenset({tensor, "strides", "batch", heads, number, "valid", *CHUNKS})
        case LoadStatistics(line):
            return frozenset({"lse", "delta", line, "rows", "valid"})
        case Start():
            return frozenset({"BLOCK_M", "WIDTH", "TAIL"})
        case Describe(direction):
            return frozenset(_DESCRIBED[direction])
        case Score(direction, _, pairs):
            return frozenset(_SCORED[direction]) | _modified(pairs)
        case Accumulate(direction, _, pairs):
            return frozenset({direction.state, *_ACCUMULATED[direction]}) | _drawn(pairs, direction)
        case Whole():
            return frozenset({"state", "value", "high", DESCRIBED.name, "BLOCK_M", BLOCK_N.name})
        case Merge(direction):
            return frozenset({direction.state, "partials", "valid", *CHUNKS})
        case Finish():
            return frozenset({"state"})
        case Store():
            return _stored(statement)
        case Let() | Stop() | For() | Mask() | EachHead() | Clause() | Visit():
            return frozenset()
        case _:
            assert_never(statement)


_LOADED = "columns", "loaded", "strides", "HEAD_DIM"
_SCORED = {
    Direction.FORWARD: ("queries", "keys", *_LOADED),
    Direction.GRAD_QUERY: ("queries", "keys", "scale", "row_lse", *_LOADED),
    Direction.GRAD_KEY_VALUE: ("keys", "queries", "scale", "lse", "line", "present", *_LOADED),
}
"""The names from which a tile of columns is loaded and scored."""

_DESCRIBED = {
    direction: (*columns, "strides")
    for direction, columns in (
        (Direction.FORWARD, ("keys", "values")),
        (Direction.GRAD_QUERY, ("keys", "values")),
        (Direction.GRAD_KEY_VALUE, ("queries", "grads")),
    )
}
"""The names from which tensor descriptors of columns are made."""

_ACCUMULATED = {
    Direction.FORWARD: ("values", "scale", *_LOADED),
    Direction.GRAD_QUERY: ("values", "grads", "row_delta", *_LOADED),
    Direction.GRAD_KEY_VALUE: ("values", "grads", "delta", "line", "present", *_LOADED),
}
"""The further names from which a tile is accumulated."""


def _modified(pairs: Pairs) -> frozenset[str]:
    """The names that score modifiers read."""
    found = {"scale"} | ({"slope"} if pairs.distance is not None else set())
    return frozenset(found | ({"tables"} if pairs.biased else set()))


def _drawn(pairs: Pairs, direction: Direction) -> frozenset[str]:
    """The names that dropout and the gradients of tables read."""
    found = {"drawing", "DROPS"} if pairs.drops else set()
    return frozenset(found | ({"grad_tables"} if pairs.biased and direction is Direction.GRAD_QUERY else set()))


def _stored(store: Store) -> frozenset[str]:
    found = {"valid", *CHUNKS}
    match store.direction:
        case Direction.FORWARD:
            return frozenset(found | {"out", "lse", "result", "lse_log2"})
        case Direction.GRAD_QUERY:
            found |= {"grad_query", "grad"}
        case Direction.GRAD_KEY_VALUE:
            found |= {"grad_key", "grad_value", "state"}
        case _:
            assert_never(store.direction)
    return frozenset(found if store.partial else found | {"scale"})


def defines(statement: Statement) -> tuple[str, ...]:
    """The names that a statement defines, without those of nested statements."""
    match statement:
        case Let(given, _):
            return given
        case LoadRows(name) | LoadHeads(name):
            return (name,)
        case LoadStatistics():
            return ("row_lse", "row_delta")
        case Start(direction):
            return (direction.state,)
        case Finish():
            return ("result", "lse_log2")
        case For(variable):
            return (variable,)
        case Whole():
            return ("t",)
        case EachHead():
            return ("head",)
        case Stop() | Describe() | Score() | Mask() | Accumulate() | Merge() | Store() | Clause() | Visit():
            return ()
        case _:
            assert_never(statement)


def read_in(body: tuple[Statement, ...]) -> frozenset[str]:
    """The names that the statements of a body read, including nested ones."""
    return frozenset().union(*(reads(statement) for statement in walk(body)))


def called_in(body: tuple[Statement, ...]) -> frozenset[str]:
    """The functions of the run-time library that the expressions of a body call."""
    return frozenset().union(*(functions(*expressions(statement)) for statement in walk(body)))


def live(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Remove definitions that are not read before they are redefined.

    Keeps: what is accumulated, merged and stored. Ensures: every definition is read.
    """
    return _live(body, frozenset())[0]


def _read_of(let: Let, read: frozenset[str]) -> Let:
    """The `Let` with only those of its names that are read."""
    kept = [place for place, name in enumerate(let.names) if name in read]
    return replace(let, names=tuple(let.names[i] for i in kept), values=tuple(let.values[i] for i in kept))


def _live(body: tuple[Statement, ...], after: frozenset[str]) -> tuple[tuple[Statement, ...], frozenset[str]]:
    """The kept statements, and the names that they read from earlier ones; `after`: the names read later."""
    kept: list[Statement] = []
    read = after
    for statement in reversed(body):
        match statement:
            case Let() | LoadRows() | LoadHeads() | LoadStatistics() if not read & set(defines(statement)):
                continue
            case Let(names=given, values=values) if len(given) == len(values):
                statement = _read_of(statement, read)
                read = read - set(given) | reads(statement)
            case For() | Whole() | EachHead():
                again = _live(statement.body, read)[1]  # an iteration may read names that the previous one defines
                inner_body, before = _live(statement.body, read | again)
                statement = replace(statement, body=inner_body)
                read = (read | before) - set(defines(statement)) | reads(statement)
            case Clause():
                inner_body, read = _live(statement.body, read)
                statement = replace(statement, body=inner_body)
            case _:
                read = read - set(defines(statement)) | reads(statement)
        kept.append(statement)
    return tuple(reversed(kept)), read
