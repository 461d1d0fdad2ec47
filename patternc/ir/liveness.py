"""The names that tile IR statements read and define: unread definitions are removed, and names replaced by values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from patternc.ir.index import Expr, Index, Item, Var, names, parts
from patternc.ir.tile import (
    PARTIALS,
    AddByDistance,
    AddProducts,
    AddRows,
    Attend,
    Clause,
    Describe,
    Drop,
    EachHead,
    Finish,
    For,
    GradProducts,
    GradScores,
    Let,
    Load,
    Mask,
    MergeSoftmax,
    MergeSum,
    Modify,
    Multiply,
    StartSoftmax,
    StartSum,
    Statement,
    Stop,
    Store,
    Visit,
    Weigh,
    walk,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")


def expressions(statement: Statement) -> Iterator[Index]:
    """The expressions in the fields of a statement, without those of nested statements."""
    rest: list[object] = [getattr(statement, name) for name in reversed(_field_names(type(statement)))]
    while rest:
        part = rest.pop()
        if isinstance(part, tuple):
            rest.extend(reversed(part))
        elif isinstance(part, Index):
            yield part
        elif is_dataclass(part) and not isinstance(part, Statement | type):
            rest.extend(getattr(part, name) for name in reversed(_field_names(type(part))))


def _field_names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """The names of the fields of a dataclass, found once for each."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(one.name for one in fields(kind))
    return _FIELDS[kind]


_FIELDS: dict[type, tuple[str, ...]] = {}


def reads(statement: Statement) -> frozenset[str]:
    """The names a statement reads, without those of nested statements."""
    return names(*expressions(statement))


def defines(statement: Statement) -> tuple[str, ...]:
    """The names that a statement defines, without those of nested statements."""
    match statement:
        case Let(names=found) | Modify(names=found) | Finish(names=found):
            return found
        case For(variable=name) | EachHead(variable=name):
            return (name,)
        case (
            Load(name=name)
            | Describe(name=name)
            | Multiply(name=name)
            | Weigh(name=name)
            | Drop(name=name)
            | GradScores(name=name)
            | GradProducts(name=name)
            | StartSoftmax(name=name)
            | StartSum(name=name)
        ):
            return (name,)
        case Stop() | Mask() | Attend() | AddProducts() | AddRows() | AddByDistance() | MergeSoftmax() | MergeSum():
            return ()
        case Store() | Clause() | Visit():
            return ()


def read_in(body: tuple[Statement, ...]) -> frozenset[str]:
    """The names that the statements of a body read, including nested ones."""
    return frozenset().union(*(reads(statement) for statement in walk(body)))


def merged_partials(body: tuple[Statement, ...]) -> frozenset[int]:
    """The numbers of the launches whose partials the statements of a body read."""
    read = (part for statement in walk(body) for index in expressions(statement) for part in parts(index))
    return frozenset(part.number for part in read if isinstance(part, Item) and part.values == PARTIALS)


def live(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Remove definitions that are not read before they are redefined.

    Keeps: what is accumulated, merged and stored. Ensures: every definition is read.
    """
    return _live(body, frozenset())[0]


def _read_of(let: Let, read: frozenset[str]) -> Let:
    """The `Let` with only those of its names that are read."""
    kept = [place for place, name in enumerate(let.names) if name in read]
    return replace(let, names=tuple(let.names[i] for i in kept), values=tuple(let.values[i] for i in kept))


def _live(
    body: tuple[Statement, ...], after: frozenset[str]
) -> tuple[tuple[Statement, ...], frozenset[str], frozenset[str]]:
    """The kept statements, the names that they read from earlier ones, and all names that the statements define.

    `after`: the names read later.
    """
    kept: list[Statement] = []
    read, defined = after, set[str]()
    for statement in reversed(body):
        own = defines(statement)
        defined.update(own)
        match statement:
            case For() | EachHead():
                inner_body, before, inside = _live_loop(statement, read)
                statement = replace(statement, body=inner_body)
                read = (read | before) - set(own) | reads(statement)
                defined |= inside
            case Clause():
                inner_body, read, inside = _live(statement.body, read)
                statement = replace(statement, body=inner_body)
                defined |= inside
            case _ if own and not read & set(own):
                continue
            case Let(names=given, values=values) if len(given) == len(values):
                statement = _read_of(statement, read)
                read = read - set(given) | reads(statement)
            case _:
                read = read - set(own) | reads(statement)
        kept.append(statement)
    return tuple(reversed(kept)), read, frozenset(defined)


def _live_loop(
    loop: For | EachHead, after: frozenset[str]
) -> tuple[tuple[Statement, ...], frozenset[str], frozenset[str]]:
    """The same for the body of a loop, whose iterations may read names that previous iterations define.

    The body is walked once, and once more only where there are such names, until no further ones are found.
    """
    kept, before, defined = _live(loop.body, after)
    while carried := (before & defined) - after - {loop.variable}:
        after |= carried
        kept, before, defined = _live(loop.body, after)
    return kept, before, defined


def substituted(node: T, values: Mapping[str, Expr]) -> T:
    """The node with its variables of these names replaced by the given expressions.

    Keeps: everything else, including the names that statements define.
    """
    return _replaced(node, lambda part: values.get(part.name) if isinstance(part, Var) else None)


def replaced(node: T, parts: Mapping[Any, Any]) -> T:
    """The node with some of its parts, whole dataclasses, replaced by others."""
    kinds = tuple({type(part) for part in parts})
    return _replaced(node, lambda part: parts.get(part) if isinstance(part, kinds) else None)


def _replaced(node: T, other: Callable[[object], object | None]) -> T:
    found: Any = other(node)
    match node:
        case _ if found is not None:
            pass
        case tuple():
            found = tuple(_replaced(one, other) for one in node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            own = {one.name: _replaced(getattr(node, one.name), other) for one in fields(node)}
            found = replace(node, **own)
        case _:
            found = node
    return found  # type: ignore[no-any-return]
