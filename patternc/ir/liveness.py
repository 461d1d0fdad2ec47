"""The names that statements of the tile IR and steps of the host IR read and define, as their fields say.

Unread definitions are removed, and names replaced by values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeAlias, TypeVar

from patternc.ir import host, tile
from patternc.ir.host import IMPLIED, Extents, ForEach, ForTurns, Step, When
from patternc.ir.index import Expr, Index, Item, Var, names, parts
from patternc.ir.tile import PARTIALS, Clause, EachHead, For, Let, Skip, Statement, walk

T = TypeVar("T")
Node: TypeAlias = Statement | Step
N = TypeVar("N", bound=Node)


# ---- what fields say -------------------------------------------------------------------------------------------------
def expressions(node: Node) -> Iterator[Index]:
    """The expressions in the fields of a node, and the names that it reads as variables; not those of nested nodes."""
    rest = [*_read_fields(node)]
    while rest:
        part = rest.pop()
        kind: type = type(part)
        if kind is tuple:
            rest.extend(reversed(part))  # type: ignore[call-overload]
        elif _is_expression(kind):
            yield part  # type: ignore[misc]
        elif _has_fields(kind):
            rest.extend(_read_fields(part))


@cache
def _is_expression(kind: type) -> bool:
    return issubclass(kind, Index)


@cache
def _has_fields(kind: type) -> bool:
    """Whether values of a type are dataclasses besides nested statements."""
    return is_dataclass(kind) and not issubclass(kind, Statement)


def _read_fields(part: object) -> Iterator[object]:
    """The fields of a dataclass that may read, the last one first."""
    kind: type = type(part)
    for name, is_read in _fields_read(kind):
        found = getattr(part, name)
        yield _variables(found) if is_read else found


@cache
def _fields_read(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields besides nested nodes, the last one first, and whether the strings in them are names that are read."""
    return tuple((one.name, "Read" in str(one.type)) for one in reversed(fields(kind)) if one.name != "body")


@cache
def _fields_defined(kind: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if "Defined" in str(one.type))


def _variables(names: object) -> object:
    if isinstance(names, tuple):
        return tuple(map(_variables, names))
    return Var(names) if isinstance(names, str) else names


def reads(node: Node) -> frozenset[str]:
    """The names that a node reads, without those of nested nodes."""
    found = names(*expressions(node))
    implied, _ = IMPLIED.get(type(node), _NOTHING)
    return found.union(implied.format(node).split()) if implied else found


def defines(node: Node) -> tuple[str, ...]:
    """The names that a node defines, without those of nested nodes."""
    own: list[str] = []
    kind: type = type(node)
    for field in _fields_defined(kind):
        found = getattr(node, field)
        own += [found] if isinstance(found, str) else (name for name in found if name is not None)
    _, implied = IMPLIED.get(kind, _NOTHING)
    return (*own, *implied.format(node).split())


_NOTHING = "", ""


def read_in(body: tuple[Node, ...]) -> frozenset[str]:
    """The names that the nodes of a body read, including nested ones."""
    return frozenset().union(*(reads(node) | read_in(_inner(node)) for node in body))


def _inner(node: Node) -> tuple[Node, ...]:
    return (*tile.inner(node), *host.inner(node))  # type: ignore[arg-type]


def merged_partials(body: tuple[Statement, ...]) -> frozenset[int]:
    """The numbers of the launches whose partials the statements of a body read."""
    read = (part for statement in walk(body) for index in expressions(statement) for part in parts(index))
    return frozenset(part.number for part in read if isinstance(part, Item) and part.values == PARTIALS)


# ---- unread definitions ----------------------------------------------------------------------------------------------
def live(body: tuple[N, ...]) -> tuple[N, ...]:
    """Remove definitions that are not read before they are redefined.

    Keeps: what is accumulated, merged, launched, stored and returned. Ensures: every definition is read.
    """
    return _live(body, frozenset())[0]  # type: ignore[return-value]


def _live(body: tuple[Node, ...], after: frozenset[str]) -> tuple[tuple[Node, ...], frozenset[str], frozenset[str]]:
    """The kept nodes, the names that they read from earlier ones, and all names that the nodes define.

    `after`: the names read later.
    """
    kept: list[Node] = []
    read, defined = after, set[str]()
    for node in reversed(body):
        own = defines(node)
        defined.update(own)
        match node:
            case For() | EachHead() | ForEach() | ForTurns():
                inner_body, before, inside = _live_loop(node, read)
                node = replace(node, body=inner_body)  # type: ignore[arg-type]
                read = (read | before) - set(own) | reads(node)
                defined |= inside
            case Skip():
                inner_body, before, inside = _live(node.body, read)
                node = replace(node, body=inner_body)  # type: ignore[arg-type]
                read = read | before | reads(node)
                defined |= inside
            case Clause() | When():
                ends = isinstance(node, When)  # with a `Return`
                inner_body, before, inside = _live(node.body, frozenset() if ends else read)
                node = replace(node, body=inner_body)  # type: ignore[arg-type]
                read = (read | before if ends else before) | reads(node)
                defined |= inside
            case _ if own and not read & set(own):
                continue
            case _:
                node = _with_names(node, read)
                read = read - set(own) | reads(node)
        kept.append(node)
    return tuple(reversed(kept)), read, frozenset(defined)


def _live_loop(
    loop: For | EachHead | ForEach | ForTurns, after: frozenset[str]
) -> tuple[tuple[Node, ...], frozenset[str], frozenset[str]]:
    """Liveness of a loop's body, whose iterations may read names that previous iterations define.

    The body is walked once, and once more only where there are such names, until no further ones are found.
    """
    kept, before, defined = _live(loop.body, after)
    while carried := (before & defined) - after - set(defines(loop)):
        after |= carried
        kept, before, defined = _live(loop.body, after)
    return kept, before, defined


def _with_names(node: Node, read: frozenset[str]) -> Node:
    """The node with only those of its names that are read, where it can be without the others."""
    match node:
        case Let(names=given, values=values) if len(given) == len(values):
            kept = [place for place, name in enumerate(given) if name in read]
            return replace(node, names=tuple(given[i] for i in kept), values=tuple(values[i] for i in kept))
        case Extents(names=axes):
            return replace(node, names=tuple(name if name in read else None for name in axes))
        case _:
            return node


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
