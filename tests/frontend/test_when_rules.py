"""`when(CONDITION)` against the same text read by Python: every comparison, with each position on either side.

Also how a condition is written out: by generated references in Python, by kernels where integers have 32 bits and `//`
and `%` round toward zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from types import CodeType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from masks import MOST

from patternc.codegen.tiles.pairs import holds
from patternc.codegen.triton.printer import expressions
from patternc.diagnostics import Rejected
from patternc.driver import analyse
from patternc.ir.dump.masks import dump_expression
from patternc.ir.index import Var
from patternc.ir.mask import Arithmetic, BoundAt, Compare, Expression, Label, Name, Number, Pattern
from patternc.ir.semantics import multiplicities
from patternc.source import Source

Truth: TypeAlias = npt.NDArray[np.bool_]
HEADS = 3
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
SIDES = (
    # a position against a number, and another position
    *(("q", "7"), ("k", "7"), ("7", "q"), ("7", "k"), ("h", "1"), ("1", "h"), ("n", "20"), ("20", "n")),
    *(("q", "-1"), ("k", "0"), ("-2", "h"), ("n", "1"), ("k", "n - 4"), ("q", "n - 4"), ("n - 4", "k"), ("n - 1", "q")),
    *(("q", "k"), ("k", "q"), ("q - 3", "k"), ("k", "q + 3"), ("k - 3", "q"), ("q", "h"), ("h", "k"), ("n", "h + 9")),
    *(("-q", "-7"), ("-k", "-q"), ("7 - k", "q"), ("q + k", "n"), ("k - q", "h - 1"), ("q - k", "-3")),
    # factors
    *(
        ("2 * q", "9"),
        ("9", "3 * k"),
        ("-2 * k", "-9"),
        ("2 * k", "q"),
        ("2 * k", "2 * q + 5"),
        ("3 * q - 3 * k", "-7"),
    ),
    *(("2 * n", "3 * k"), ("q * k", "30"), ("h * q", "k")),
    # quotients
    *(("q // 4", "2"), ("2", "k // 4"), ("q // 4", "k // 4"), ("k // 4", "q // 4 - 1"), ("q // 4 + 1", "k // 4")),
    *(("(k - 5) // 3", "1"), ("(q - 9) // 4", "-2"), ("k", "q // 4 * 4"), ("k", "(q + 3) // 5 * 5 + 2")),
    *(
        ("q", "(k - 2) // 3 * 3"),
        ("q // 2 // 3", "1"),
        ("(q // 2 + 1) // 3", "2"),
        ("k // 8", "n // 8"),
        ("-k // 4", "-3"),
    ),
    *(("k // 3", "q"), ("2 * (k // 3)", "q // 3 + 1"), ("k - q // 4 * 4", "4")),
    # remainders
    *(("q % 5", "2"), ("2", "k % 5"), ("k % 5", "q % 5"), ("k % 4", "h"), ("k % 4", "h % 4"), ("(k - h) % 4", "0")),
    *(
        ("(k + 1) % 8", "4"),
        ("k % 8", "4"),
        ("q % 8", "2"),
        ("(q - 3) % 8", "4"),
        ("k // 2 % 6", "3"),
        ("k % 6 % 4", "1"),
    ),
    *(
        ("(q - k) % 3", "0"),
        ("(q + k) % 2", "1"),
        ("(q + k) % 3", "0"),
        ("(3 * k + 7) % 3", "1"),
        ("(4 * q - 2) % 4", "2"),
        ("(q + 2 * k) % 5", "1"),
        ("(k - q) % 4", "3"),
        ("k % 7", "7"),
    ),
    *(("k % 7", "-1"), ("(3 * k) % 9", "3"), ("n % 4", "2"), ("q % 12 // 4", "1"), ("(q // 3 - k // 3) % 2", "0")),
    *(("q % 4 + k % 4", "3"), ("k % 10 % 5", "q % 5"), ("(5 - k) % 6", "2"), ("-(k % 6)", "-2"), ("2 * (k % 4)", "4")),
)


def pattern_of(condition: str) -> tuple[Pattern, Pattern] | None:
    """As written and after the passes; None where the compiler says that it never holds."""
    try:
        analysis = analyse(Source("p.pat", f"pattern p {{ attend when({condition}) }}"), {}, targets=())
    except Rejected as rejected:
        errors = {one.code for one in rejected.diagnostics if one.severity == "error"}
        return pytest.fail(f"{condition}: {errors}") if errors != {"P019"} else None
    return analysis.meanings[0], analysis.normals[0]


def of_arrays(rule: CodeType, h: int, n: int) -> Truth:
    q, k = np.arange(n)[:, None], np.arange(n)[None, :]
    return np.broadcast_to(eval(rule, {"q": q, "k": k, "h": h, "n": n}), (n, n))


def pair_by_pair(rule: CodeType, h: int, n: int) -> Truth:
    """Also `and`, `or`, `not` and chains of comparisons, which arrays do not have."""
    return np.array([[eval(rule, {"q": q, "k": k, "h": h, "n": n}) for k in range(n)] for q in range(n)])


def hold(condition: str, truth_of: Callable[[CodeType, int, int], Truth]) -> None:
    rule, found = compile(condition.strip(), "condition", "eval"), pattern_of(condition)
    named = "h" in condition
    for n, h in product(range(1, MOST + 1), range(HEADS)):
        if not named and n < MOST and h != n % HEADS:
            continue  # no head is told from another: all of them once
        q, k = np.arange(n)[:, None], np.arange(n)[None, :]
        truth = truth_of(rule, h, n)
        for pattern in found or ():
            (admitted,) = multiplicities(pattern, h, q, k, n, HEADS)
            assert (np.broadcast_to(admitted, (n, n)) == truth).all(), (condition, n, h)
        assert found or not truth.any(), (condition, n, h)


@pytest.mark.long
@pytest.mark.parametrize(("left", "right"), SIDES)
def test_every_comparison_is_that_of_python(left: str, right: str) -> None:
    for comparison in COMPARISONS:
        hold(f"{left} {comparison} {right}", of_arrays)


@pytest.mark.parametrize(
    "condition",
    [
        "q - 4 < k <= q",
        "0 <= q - k < 9 and (q - k) % 3 == 0",
        "not (k < q) or k == 0",
        "not (q < 3 and k < 3 or h == 1)",
        "k % 4 == 1 or k % 4 == 3 and q % 2 == 0",
        "2 <= k // 3 < 5 and q != k",
        "k == q or k == q - 7 or k == q + 7",
    ],
)
def test_joined_conditions_are_those_of_python(condition: str) -> None:
    hold(condition, pair_by_pair)


# ---- how a condition is written out ----------------------------------------------------------------------------------
LEAVES: tuple[Expression, ...] = (Name("q"), Name("k"), Number(3), Number(-2))


def nested() -> Iterator[Expression]:
    """Every two operators, the second to the left or to the right of the first; divisors are numbers above 0."""
    for outer, inner in product(("+", "-", "*", "//", "%"), repeat=2):
        for a, b, c in product(LEAVES, LEAVES, (*LEAVES, Name("n"))):
            b, c = (Number(5) if inner in ("//", "%") else b), (Number(4) if outer in ("//", "%") else c)
            yield Arithmetic(outer, Arithmetic(inner, a, b), c)
            if outer not in ("//", "%"):
                yield Arithmetic(outer, c, Arithmetic(inner, a, b))


def value(expression: Expression, at: dict[str, int]) -> int:
    match expression:
        case Number(number):
            return number
        case Name(name):
            return at[name]
        case Label() | BoundAt():
            raise AssertionError("these read no inputs")
        case Arithmetic(operator, left, right):
            a, b = value(left, at), value(right, at)
            return {"+": a + b, "-": a - b, "*": a * b, "//": a // (b or 1), "%": a % (b or 1)}[operator]


PLACES = tuple({"q": q, "k": k, "n": 23, "h": 2} for q, k in ((0, 0), (3, 11), (22, 1), (7, 7), (1, 21)))


def test_the_text_of_an_expression_has_its_value() -> None:
    """`a - (b - c)` without its parentheses is another number."""
    for expression in nested():
        text = dump_expression(expression)
        for at in PLACES:
            assert eval(text, {**at, "head": at["h"]}) == value(expression, at), text


@dataclass(frozen=True, slots=True)
class Machine:
    """An integer of a kernel: sums and products wrap around, `//` and `%` round toward zero."""

    value: int
    bits: int = 32

    def _with(self, other: Machine | int, result: int) -> Machine:
        bits = max(self.bits, other.bits if isinstance(other, Machine) else 32)
        return Machine((result + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1), bits)

    def __add__(self, other: Machine | int) -> Machine:
        return self._with(other, self.value + int(other))

    def __sub__(self, other: Machine | int) -> Machine:
        return self._with(other, self.value - int(other))

    def __mul__(self, other: Machine | int) -> Machine:
        return self._with(other, self.value * int(other))

    def __floordiv__(self, other: Machine | int) -> Machine:
        whole = abs(self.value) // abs(int(other))
        return self._with(other, whole if (self.value < 0) == (int(other) < 0) else -whole)

    def __mod__(self, other: Machine | int) -> Machine:
        return self - (self // other) * other

    def __radd__(self, other: int) -> Machine:
        return self + other

    def __rmul__(self, other: int) -> Machine:
        return self * other

    def __rsub__(self, other: int) -> Machine:
        return Machine(other) - self

    def __int__(self) -> int:
        return self.value


def floored_mod(x: Machine, divisor: int) -> Machine:
    return (x % divisor + divisor) % divisor


def floored_div(x: Machine, divisor: int) -> Machine:
    return (x - floored_mod(x, divisor)) // divisor


class Language:
    """What the text of a kernel names."""

    int64 = 64

    @staticmethod
    def cast(x: Machine, bits: int) -> Machine:
        return Machine(x.value, bits)


FAR = tuple({"q": q, "k": k, "n": 2**29, "h": 2**16} for q, k in ((2**29 - 1, 0), (0, 2**29 - 1), (2**29 - 1,) * 2))
KERNEL = {"tl": Language, "_floored_mod": floored_mod, "_floored_div": floored_div}


def counts(expression: Expression, at: dict[str, int]) -> bool:
    """Whether 64 bits hold every step: conditions that outgrow them are refused."""
    parts = (expression.left, expression.right) if isinstance(expression, Arithmetic) else ()
    return abs(value(expression, at)) < 2**62 and all(counts(part, at) for part in parts)


def test_the_text_of_a_kernel_has_the_value_too() -> None:
    """Near the start and at 2**29, where products and sums outgrow 32 bits."""
    for expression in nested():
        text = expressions.KERNEL.text(holds(Compare("<", expression, Number(0)), Var("query"), Var("key")))
        text = text.removesuffix(" < 0")
        for at in (*PLACES, *(at for at in FAR if counts(expression, at))):
            named = {"query": Machine(at["q"]), "key": Machine(at["k"]), "seq_len": Machine(at["n"])}
            assert int(eval(text, {**KERNEL, **named})) == value(expression, at), text
