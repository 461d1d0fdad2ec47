"""The variables in which a function finds what it does not compute: closures, globals, defaults, fields of `self`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from torch import Tensor


def captured(function: Any) -> Iterator[tuple[str, Any]]:
    """The variables of its surroundings that a function captures, by their names."""
    code = getattr(function, "__code__", None)
    if code is not None:
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            yield name, cell.cell_contents


def tensor_names(function: Any) -> dict[int, str]:
    """What the tensors that a function reads are called, by their identity; also in functions that it calls."""
    names: dict[int, str] = {}
    seen: set[int] = set()
    rest = [function]
    while rest:
        one = rest.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        for name, value in _variables(one):
            if isinstance(value, Tensor):
                names.setdefault(id(value), name)
            rest += [inner for inner in (value if isinstance(value, tuple | list) else (value,)) if _is_read(inner)]
    return names


def _is_read(value: Any) -> bool:
    """Whether a value is a function whose variables may be tensors."""
    return isinstance(value, FunctionType | functools.partial) or inspect.ismethod(value)


def _variables(function: Any) -> Iterator[tuple[str, Any]]:
    """The variables of a function, of a method and its object, or of what a partial call was given."""
    if isinstance(function, functools.partial):
        yield from function.keywords.items()
        yield "", function.func
        return
    if inspect.ismethod(function):
        yield from _fields(function.__self__)
        function = function.__func__
    if not isinstance(function, FunctionType):
        yield from _fields(function)
        function = type(function).__call__
        if not isinstance(function, FunctionType):
            return
    yield from captured(function)
    known = function.__globals__
    read = ((name, known[name]) for name in function.__code__.co_names if name in known)
    here = function.__module__
    yield from ((name, one) for name, one in read if isinstance(one, Tensor) or getattr(one, "__module__", "") == here)
    defaults = inspect.signature(function).parameters.values()
    yield from ((one.name, one.default) for one in defaults if one.default is not inspect.Parameter.empty)


def _fields(of: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(of, "__dict__", {}).items()
