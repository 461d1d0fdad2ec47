"""Arithmetic of numbers in a file: with signs, as Python and mathematics have it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from patternc.diagnostics import Rejected
from patternc.driver import analyse
from patternc.ir.mask import Below, Constant, Side
from patternc.source import Source

SIGNED = [(left, right) for left, right in product(range(-9, 10), range(-4, 5)) if right]


def number(text: str) -> int:
    """What an integer expression is, of those above -100."""
    (pattern,) = analyse(Source("p.pat", f"pattern p {{ attend first(100 + ({text})) }}"), {}).meanings
    (branch,) = pattern.groups[0].branches
    assert isinstance(branch.mask, Below)
    assert isinstance(branch.mask.bound, Constant)
    assert branch.mask.side is Side.KEY
    return branch.mask.bound.value - 100


def test_cdiv_rounds_up_whatever_the_signs() -> None:
    for left, right in SIGNED:
        assert number(f"cdiv({left}, {right})") == ceil(Fraction(left, right)), (left, right)


def test_quotients_and_remainders_round_down() -> None:
    for left, right in SIGNED:
        assert number(f"({left}) // ({right})") == left // right
        assert number(f"({left}) % ({right})") == left % right


@pytest.mark.parametrize(
    "text",
    [
        *("7 - (3 - 2)", "7 - 3 - 2", "2 * (3 - 5) * 4", "20 // 3 // 2", "20 // (3 * 2)", "17 % 7 % 2", "-3 % 5"),
        *(
            "-(3 % 5)",
            "2 ** 3 ** 1",
            "-2 ** 2",
            "min(3, -4) - max(-1, -2)",
            "1 - -1",
            "8 // 3 * 3",
            "8 % 3 + 8 // 3 * 3",
        ),
    ],
)
def test_operators_bind_as_in_python(text: str) -> None:
    assert number(text) == eval(text)


@pytest.mark.parametrize("mask", ["window(1e400)", "segment(1e400)", "blocks(1e400, random(2))", "stride(-1e400)"])
def test_numbers_that_a_float_does_not_hold(mask: str) -> None:
    with pytest.raises(Rejected, match="the number is larger than a float64 holds"):
        analyse(Source("p.pat", f"pattern p {{ attend {mask} }}"), {})


def test_no_integer_is_suggested_that_is_too_large() -> None:
    with pytest.raises(Rejected) as caught:
        analyse(Source("p.pat", "pattern p { attend window(1e300) }"), {})
    assert "write" not in str(caught.value)
