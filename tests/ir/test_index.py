"""Index arithmetic: the constructors keep the value, and what is read is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternc.ir import index
from patternc.ir.index import Apply, Axis, Binary, Cmp, Expr, Lanes, Lookup, Num, Select, Spread, Var, evaluate

LEAVES: st.SearchStrategy[Expr] = st.one_of(st.integers(-9, 9).map(Num), st.sampled_from("xy").map(Var))
OPERATORS = st.sampled_from(
    [
        (index.plus, "+"),
        (index.minus, "-"),
        (index.times, "*"),
        (index.over, "//"),
        (index.modulo, "%"),
    ]
)


@given(st.lists(st.tuples(OPERATORS, LEAVES), max_size=6), LEAVES, st.integers(-20, 20), st.integers(1, 20))
def test_constructors_keep_the_value(
    steps: list[tuple[tuple[Callable[..., Expr], str], Expr]], first: Expr, x: int, y: int
) -> None:
    made, plain = first, first
    names = {"x": x, "y": y}
    for (construct, sign), other in steps:
        if sign in ("//", "%") and evaluate(other, names, {}) == 0:
            continue
        made = construct(made, other)
        plain = Binary(sign, plain, other)  # type: ignore[arg-type]
    assert evaluate(made, names, {}) == evaluate(plain, names, {})


def test_what_is_read() -> None:
    expression = Select(Cmp("<", Var("a"), Lookup("starts", Var("b"))), Apply("_count", (Var("c"),)), Num(1))
    assert index.names(expression) == {"a", "b", "c", "starts"}


def test_tiles_broadcast() -> None:
    rows, columns = Spread(Lanes(Num(3)), Axis.ROWS), Spread(Lanes(Num(4)), Axis.COLUMNS)
    seen = evaluate(Cmp("<=", columns, rows), {}, {})
    assert np.array_equal(seen, np.tri(3, 4, dtype=bool))


def test_a_lookup_outside_its_table_is_an_error() -> None:
    table = {"t": np.array([5, 6, 7])}
    inside = Lookup("t", Lanes(Num(5)), Cmp("<", Lanes(Num(5)), Num(3)), -1)
    assert list(np.asarray(evaluate(inside, table, {}))) == [5, 6, 7, -1, -1]
    with pytest.raises(IndexError):
        evaluate(Lookup("t", Num(3)), table, {})
    with pytest.raises(AssertionError):
        evaluate(Lookup("t", Num(-1)), table, {})
