"""Named numbers of the compiler: how many there are, and that each says what it counts."""

from __future__ import annotations

import pytest
from conftest import ROOT
from sizes import named_numbers

MOST = 184
"""Named numbers at most: another one replaces one, is read where it stands, or follows from others."""
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
