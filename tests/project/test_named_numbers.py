"""Named numbers of the compiler: how many there are, and that each says what it counts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from conftest import ROOT

MOST = 340
"""Named numbers at most: another one replaces one, is read where it stands, or follows from others."""
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")


def is_number(value: ast.expr) -> bool:
    """Whether an expression holds nothing but numbers, or tuples of them."""
    match value:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
        case ast.Tuple(elts=parts):
            return bool(parts) and all(map(is_number, parts))
        case _:
            return False


def named_numbers(text: str) -> Iterator[tuple[str, bool]]:
    """Each constant of a module that is a number, and whether a comment or a string below says what it counts."""
    body, lines = ast.parse(text).body, text.splitlines()
    for place, statement in enumerate(body):
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
                pairs = list(zip(names, values, strict=True))
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
            case _:
                continue
        after = body[place + 1 : place + 2]
        below = any(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in after)
        beside = "  # " in lines[statement.lineno - 1] or lines[statement.lineno - 2].startswith("#")
        for target, value in pairs:
            if isinstance(target, ast.Name) and _NAME.fullmatch(target.id) and is_number(value):
                yield target.id, below or beside


MODULES = tuple(sorted((ROOT / "patternc").rglob("*.py")))


def test_each_named_number_says_what_it_counts() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in MODULES
        for name, said in named_numbers(path.read_text(encoding="utf-8"))
        if not said
    }
    assert found == set()


def test_named_numbers_do_not_grow_in_number() -> None:
    assert sum(1 for path in MODULES for _ in named_numbers(path.read_text(encoding="utf-8"))) <= MOST


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A = 3", [("A", False)]),
        ("A = 1 << 20  # rows", [("A", True)]),
        ('A, _B = 1, -2.5\n"""Rows, and seconds."""', [("A", True), ("_B", True)]),
        ("# Rows.\nA = (1, 2)", [("A", True)]),
        ("A = B\nC = True\nlower = 3\nD = (1, B)\nE = len(A)", []),
    ],
)
def test_which_are_named_numbers(text: str, found: list[tuple[str, bool]]) -> None:
    assert list(named_numbers(text)) == found
