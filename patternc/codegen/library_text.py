"""Definitions of the run-time library, and imports, as lines of a generated file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from patternc.codegen.library import Definition, Import, Section, closure, imports_in, library

_IMPORTS = """
import ast
import bisect
import codecs
import collections
import contextlib
import contextvars
import ctypes
import dataclasses
import functools
import hashlib
import inspect
import itertools
import math
import numbers
import os
import threading
import time
import typing
import weakref
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple
import torch
import torch.distributed as dist
import triton
import triton.language as tl
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils.flop_counter import register_flop_formula
"""
"""What templates import by its name."""

_ALWAYS = ("torch", "Tensor")


def definitions(names: Iterable[str], backend: str) -> str:
    """What the library defines of these names and all that this calls, in its order, under a heading a module."""
    return _defined(library(backend), names)


def unshared_definitions(names: Iterable[str], backend: str) -> str:
    """The same of what a module holds that stands beside a runtime file."""
    return _defined(_unshared(backend), names)


def linked(names: Iterable[str], backend: str) -> tuple[str, ...]:
    """What such a module takes from its runtime file, by name: of these names, and of what it holds itself."""
    read = {*names, *closure(_unshared(backend), names)}
    return tuple(sorted(read.intersection(shared_definitions(backend))))


def every_definition(backend: str) -> tuple[str, ...]:
    """The names of all that the library defines."""
    return tuple(name for section in library(backend) for one in section.definitions for name in one.names)


def shared_definitions(backend: str) -> tuple[str, ...]:
    """The names that a runtime file defines."""
    shared = (section for section in library(backend) if section.shared)
    return tuple(name for section in shared for one in section.definitions for name in one.names)


def imports(names: Iterable[str], backend: str, *, linked: bool = False) -> str:
    """The lines that import what a file reads of these names, and what definitions of the library read that it holds.

    `linked`: it stands beside a runtime file.
    """
    names = tuple(names)
    sections = _unshared(backend) if linked else library(backend)
    known = _known() | {one.bound: one for section in sections for one in section.imports}
    used = {*_ALWAYS, *names, *closure(sections, names)}
    found = [one for bound, one in known.items() if bound in used]
    standard = [one for one in found if one.module.partition(".")[0] in sys.stdlib_module_names]
    return "\n\n".join(_import_lines(part) for part in (standard, [x for x in found if x not in standard]) if part)


def _unshared(backend: str) -> tuple[Section, ...]:
    return tuple(section for section in library(backend) if not section.shared)


def _defined(sections: tuple[Section, ...], names: Iterable[str]) -> str:
    wanted = closure(sections, names)
    found = (_section(section, wanted) for section in sections)
    return "\n\n\n".join(text for text in found if text)


@cache
def _known() -> dict[str, Import]:
    return {one.bound: one for one in imports_in(ast.parse(_IMPORTS))}


def _import_lines(found: list[Import]) -> str:
    """Modules, then names from modules, as linters sort them."""
    whole = sorted((one.module, one.bound) for one in found if not one.name)
    lines = [f"import {module}" + f" as {bound}" * (module != bound) for module, bound in whole]
    named = sorted((one.module, one.name) for one in found if one.name)
    for module, several in groupby(named, key=lambda pair: pair[0]):
        lines.append(f"from {module} import {', '.join(name for _, name in several)}")
    return "\n".join(lines)


def _section(section: Section, wanted: frozenset[str]) -> str:
    """The definitions of a module that are wanted; empty if none is."""
    found = [one for one in section.definitions if wanted.intersection(one.names)]
    if not found:
        return ""
    heading = f"# ---- {section.heading[0].lower()}{section.heading[1:].rstrip('.')} "
    text = f"{heading:-<120}"
    for before, one in zip((None, *found), found, strict=False):
        text += _gap(before, one) + one.text
    return text


def _gap(before: Definition | None, one: Definition) -> str:
    """The blank lines above a definition: none between constants of a line each."""
    if one.block or (before is not None and before.block):
        return "\n\n\n"
    return "\n\n" if before is None or "\n" in before.text + one.text else "\n"
