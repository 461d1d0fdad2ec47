"""Definitions of the run-time library, and imports, as lines of a generated file."""

from __future__ import annotations

import sys
from functools import cache
from itertools import groupby
from textwrap import wrap

from patternc.codegen.library import Definition, Import, Section, closure, defined, imports_in, library, parsed, reads
from patternc.ir.lines import LINE_LENGTH

_IMPORTS = """
import ast
import bisect
import codecs
import collections
import contextlib
import contextvars
import ctypes
import dataclasses
import difflib
import functools
import hashlib
import inspect
import itertools
import math
import numbers
import os
import sys
import threading
import time
import typing
import weakref
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, Never
import torch
import torch.distributed as dist
import triton
import triton.language as tl
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh
from torch.utils._python_dispatch import _disable_current_modes
"""
"""What generated files import."""


@cache
def names_read(text: str) -> frozenset[str]:
    """The names that a file's own text reads and does not define: of the library, of imports, and builtins."""
    return reads(text) - defined(text)


def definitions(text: str, backend: str) -> str:
    """The library's definitions of the names that a text reads, and of all that these call, in the library's order.

    Under a heading a module.
    """
    wanted = closure(backend, names_read(text))
    texts = (_section(section, wanted) for section in library(backend))
    return "\n\n\n".join(text for text in texts if text)


def imports(text: str, backend: str, *, inline: bool = True) -> str:
    """The lines that import what a file's own text reads, but for what the library defines.

    `inline`: the file holds the definitions of the library that it calls, and imports what these read.
    """
    known = _known() | {one.bound: one for section in library(backend) for one in section.imports if inline}
    names = names_read(text)
    used = names | (closure(backend, names) if inline else frozenset())
    found = [one for bound, one in known.items() if bound in used]
    standard = [one for one in found if one.module.partition(".")[0] in sys.stdlib_module_names]
    return "\n\n".join(_import_lines(part) for part in (standard, [x for x in found if x not in standard]) if part)


def runtime_imports(text: str, backend: str, package: str) -> str:
    """The lines that import what a text reads of the library, from the modules of a copy of it."""
    wanted = names_read(text)
    imports = (
        Import(f"{package}.{section.module}", name, name)
        for section in library(backend)
        for definition in section.definitions
        for name in wanted.intersection(definition.names)
    )
    return _import_lines(list(imports))


@cache
def _known() -> dict[str, Import]:
    return {one.bound: one for one in imports_in(parsed(_IMPORTS))}


def _import_lines(found: list[Import]) -> str:
    """Modules, then names from modules, as linters sort them."""
    whole = sorted((one.module, one.bound) for one in found if not one.name)
    lines = [f"import {module}" + f" as {bound}" * (module != bound) for module, bound in whole]
    named = sorted((one.module, _order(one.name), one.name) for one in found if one.name)
    for module, several in groupby(named, key=lambda one: one[0]):
        start = f"from {module} import "
        names = wrap(", ".join(name for *_, name in several), LINE_LENGTH - len(start), break_long_words=False)
        lines += [start + line.rstrip(",") for line in names]
    return "\n".join(lines)


def _order(name: str) -> int:
    """The place of a name among those of its import: constants, classes, the rest."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2


def _section(section: Section, wanted: frozenset[str]) -> str:
    """The definitions of a module that are wanted; empty if none is."""
    found = [one for one in section.definitions if wanted.intersection(one.names)]
    if not found:
        return ""
    heading = f"# ---- {section.heading[0].lower()}{section.heading[1:].rstrip('.')} "
    text = f"{heading:-<120}"
    for before, definition in zip((None, *found), found, strict=False):
        text += _gap(before, definition) + definition.text
    return text


def _gap(before: Definition | None, definition: Definition) -> str:
    """The blank lines above a definition: none between constants of a line each."""
    if definition.block or (before is not None and before.block):
        return "\n\n\n"
    return "\n\n" if before is None or "\n" in before.text + definition.text else "\n"
