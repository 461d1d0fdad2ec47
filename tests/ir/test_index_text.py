"""Index expressions as Python reads them, and as kernels do: quotients round toward zero, and `&` binds before `<`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import reduce
from typing import Any as Anything

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patternc.codegen.cpp.printer.expressions import KernelPrinter as CppPrinter
from patternc.codegen.triton.printer.expressions import KERNEL
from patternc.ir.index import (
    All,
    Any,
    Axis,
    Binary,
    CeilDiv,
    Cmp,
    Expr,
    Index,
    Lanes,
    Lookup,
    Max,
    Min,
    Negated,
    Num,
    Select,
    Spread,
    Truth,
    Var,
    Wide,
    evaluate,
    plus,
)
from patternc.ir.index_text import Printer
from patternc.ir.lines import LINE_LENGTH, flat, laid_out

NAMES: dict[str, Anything] = {
    "first": 37,
    "last": 52,
    "seq_len": 90,
    "k_offset": 0,
    "rows": np.arange(37, 53),
    "columns": np.arange(8, 24),
}
SCALARS: st.SearchStrategy[Expr] = st.one_of(
    st.integers(-40, 40).map(Num), st.sampled_from(["first", "last", "seq_len", "k_offset"]).map(Var)
)
TILES: st.SearchStrategy[Expr] = st.sampled_from(
    [Spread(Var("rows"), Axis.ROWS), Spread(Var("columns"), Axis.COLUMNS), Spread(Lanes(Num(16)), Axis.COLUMNS)]
)


def _integers(leaves: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    def grown(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            st.builds(Binary, st.sampled_from(["+", "-", "*"]), inner, inner),
            st.builds(Binary, st.sampled_from(["//", "%"]), inner, st.integers(1, 12).map(Num)),
            st.builds(
                CeilDiv, st.one_of(st.integers(0, 99).map(Num), st.just(Var("last"))), st.integers(1, 9).map(Num)
            ),
            pairs.map(Min),
            pairs.map(Max),
            inner.map(Wide),
            st.builds(Select, st.builds(Cmp, st.sampled_from(["<", ">="]), inner, inner), inner, inner),
        )

    return st.recursive(leaves, grown, max_leaves=6)


def _truths(integers: st.SearchStrategy[Expr]) -> st.SearchStrategy[Truth]:
    comparisons: st.SearchStrategy[Truth] = st.builds(
        Cmp, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), integers, integers
    )
    return st.recursive(
        comparisons,
        lambda inner: st.one_of(
            st.lists(inner, min_size=1, max_size=3).map(tuple).map(All),
            st.lists(inner, min_size=1, max_size=3).map(tuple).map(Any),
            inner.map(Negated),
        ),
        max_leaves=4,
    )


FIRST, LAST, END = Var("first"), Var("last"), Var("seq_len")
BEFORE = Binary("-", FIRST, LAST)  # -15
NESTED = (
    Binary("-", END, Binary("-", LAST, FIRST)),
    Binary("-", END, Binary("+", LAST, FIRST)),
    Binary("//", END, Binary("*", FIRST, Num(2))),
    Binary("*", END, Binary("//", LAST, Num(7))),
    Binary("%", END, Binary("%", LAST, FIRST)),
    Binary("*", BEFORE, LAST),
    Binary("//", BEFORE, Num(7)),
    Binary("%", BEFORE, Num(7)),
    Binary("//", Binary("+", BEFORE, Num(1)), Num(4)),
    Binary("%", Binary("*", Num(-3), FIRST), Num(7)),
    Binary("//", Min((BEFORE, FIRST)), Num(7)),
    Binary("%", Select(Cmp("<", FIRST, LAST), BEFORE, FIRST), Num(7)),
    Binary("//", Wide(BEFORE), Num(7)),
    CeilDiv(Binary("+", LAST, FIRST), Num(7)),
    CeilDiv(END, Binary("*", FIRST, Num(2))),
)


@pytest.mark.parametrize("expression", NESTED, ids=KERNEL.text)
def test_what_binds_and_what_is_negative(expression: Expr) -> None:
    """Operands on the right keep their parentheses, and quotients of what is negative round down."""
    assert read(KERNEL.text(expression)) == evaluate(expression, NAMES, {})
    in_python(expression)
    in_cpp(expression)


@settings(max_examples=150)
@given(_integers(SCALARS))
def test_scalars(expression: Expr) -> None:
    assert read(KERNEL.text(expression)) == evaluate(expression, NAMES, {})
    in_cpp(expression)


@settings(max_examples=100)
@given(_integers(st.one_of(SCALARS, TILES)))
def test_tiles(expression: Expr) -> None:
    same(expression)


@settings(max_examples=100)
@given(_truths(_integers(st.one_of(SCALARS, TILES))))
def test_truths(truth: Truth) -> None:
    same(truth)


@settings(max_examples=50)
@given(_truths(_integers(TILES)), st.integers(0, 80))
def test_broken_lines_say_the_same(truth: Truth, indent: int) -> None:
    line = ("admitted = ", *KERNEL.line(truth))
    broken = laid_out(line, LINE_LENGTH - indent)
    joined = ast.parse("if True:\n    " + "\n".join(broken).replace("\n", "\n    "))
    assert ast.dump(joined) == ast.dump(ast.parse(f"if True:\n    {flat(line)}"))


@settings(max_examples=150)
@given(st.one_of(_integers(SCALARS), _truths(_integers(SCALARS))))
def test_python(expression: Index) -> None:
    in_python(expression)


_SUMS = st.lists(_integers(SCALARS), min_size=2, max_size=4).map(lambda terms: reduce(plus, terms))


@settings(max_examples=100)
@given(st.lists(st.one_of(_SUMS, _truths(_integers(SCALARS))), min_size=1, max_size=3), st.integers(10, 40))
def test_statements_give_the_values(values: list[Index], room: int) -> None:
    """However many lines they take."""
    found: dict[str, Anything] = {**NAMES, "wide": int}
    names = tuple(f"given_{place}" for place in range(len(values)))
    exec("\n".join(Printer().given(names, tuple(values), room, "  # as noted")), found)
    assert [found[name] for name in names] == [evaluate(value, NAMES, {}) for value in values]


def test_sides_that_look_up_have_statements_of_their_own() -> None:
    """Of a comparison that does not fit a line; each reads what stands on its side."""
    tables = {"left_labels": {0: 5, 1: 7}, "right_labels": {0: 7, 1: 5}}
    left, right = Lookup("left_labels", Var("first")), Lookup("right_labels", Var("last"))
    for sides, wanted in (((left, right), 5 < 5), ((right, plus(left, Num(3))), 5 < 8), ((left, Num(6)), 5 < 6)):
        lines = [*Printer().given(("held",), (Cmp("<", *sides),), 20)]
        found: dict[str, Anything] = {**tables, "first": 0, "last": 1}
        exec("\n".join(lines), found)
        assert found["held"] is wanted
        assert [line for line in lines if line.startswith("held_left = ")]


def in_python(expression: Index) -> None:
    assert eval(Printer().text(expression), {**NAMES, "wide": int}) == evaluate(expression, NAMES, {})


def in_cpp(expression: Index) -> None:
    """Hold the text in C++, except choices: Python does not read their form."""
    text = CppPrinter().text(expression)
    if "?" not in text:
        assert read(text.replace("patternc::", "").replace("/", "//")) == evaluate(expression, NAMES, {})


def same(expression: Index) -> None:
    assert np.array_equal(read(KERNEL.text(expression)), np.asarray(evaluate(expression, NAMES, {})))


def read(text: str) -> Anything:
    """The value of a kernel's expression, as Triton computes it."""
    return _read(ast.parse(text, mode="eval").body)


def _read(node: ast.expr) -> Anything:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return NAMES[name]
        case ast.UnaryOp(ast.USub(), operand):
            return -_read(operand)
        case ast.BinOp(left, sign, right):
            return OPERATORS[type(sign)](_read(left), _read(right))
        case ast.Compare(left, [sign], [right]):
            return COMPARISONS[type(sign)](_read(left), _read(right))
        case ast.Subscript(value, ast.Tuple([ast.Slice(), ast.Constant()])):
            return _read(value)[:, None]
        case ast.Subscript(value, ast.Tuple([ast.Constant(), ast.Slice()])):
            return _read(value)[None, :]
        case ast.Call(function, arguments):
            return FUNCTIONS[ast.unparse(function)](*(None if _is_type(one) else _read(one) for one in arguments))
        case _:
            pytest.fail(f"a kernel does not say {ast.unparse(node)}")


def _is_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute)


def _quotient(a: Anything, b: Anything) -> Anything:
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b))


OPERATORS: dict[type[ast.operator], Callable[..., Anything]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: _quotient,
    ast.Mod: lambda a, b: a - _quotient(a, b) * b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
}
COMPARISONS: dict[type[ast.cmpop], Callable[..., Anything]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: np.equal(a, b),
    ast.NotEq: lambda a, b: np.not_equal(a, b),
}
FUNCTIONS: dict[str, Callable[..., Anything]] = {
    "tl.minimum": np.minimum,
    "tl.maximum": np.maximum,
    "tl.cdiv": lambda a, b: _quotient(a + b - 1, b),
    "tl.where": np.where,
    "tl.cast": lambda a, _: a,
    "tl.arange": lambda a, b: np.arange(a, b),
    "_floored_div": lambda a, b: a // b,
    "_floored_mod": lambda a, b: a % b,
    "floored_div": lambda a, b: a // b,
    "floored_mod": lambda a, b: a % b,
    "ceil_div": lambda a, b: _quotient(a + b - 1, b),
    "least": min,
    "greatest": max,
    "int64_t": int,
}
