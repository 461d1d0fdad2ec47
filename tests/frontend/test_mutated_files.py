"""One mistake is one error: pattern files with one token wrong, and with one value wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from mutants import SUBJECTS, Mutant, mutants

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse, read
from patternc.frontend import syntax
from patternc.frontend.parser import parse
from patternc.source import Source

MOST = 2
"""Errors for one mistake."""
SECOND = 0.002
"""The share of mistakes that may give a second error: some cannot be told from two mistakes."""
WRONG_VALUES = ("0", "-1", "1M", "0.5", "[]", "[0]", "[1, 2, 3]", "lse", '"x"')


def errors(source: Source) -> tuple[Diagnostic, ...]:
    try:
        analyse(source, {}, targets=())
    except Rejected as rejected:
        return tuple(one for one in rejected.diagnostics if one.severity == "error")
    return ()


def held(source: Source, found: tuple[Diagnostic, ...]) -> None:
    """Every location is inside the file."""
    for one in found:
        for span in (one.span, *(related.span for related in one.related)):
            assert span is None or 0 <= span.start <= span.stop <= len(source.text)


def histogram(count: int, seed: int) -> Counter[int]:
    """How many mutants have how many errors."""
    numbers: Counter[int] = Counter()
    for one in mutants(count, seed):
        found = errors(one.source)
        held(one.source, found)
        assert len(found) <= MOST, f"{one.edit}: {[error.message for error in found]}"
        numbers[len(found)] += 1
    return numbers


def test_one_wrong_token_is_one_error() -> None:
    numbers = histogram(800, seed=0)
    assert numbers[1] > 600
    assert numbers[2] <= 2


@pytest.mark.slow
def test_one_wrong_token_of_ten_thousand_is_one_error() -> None:
    numbers = histogram(10_000, seed=1)
    assert numbers[1] > 8000
    assert numbers[2] <= SECOND * 10_000


@pytest.mark.long
def test_one_wrong_value_is_one_error() -> None:
    for path in SUBJECTS:
        source = read(path)
        for default in defaults(source):
            for text in WRONG_VALUES:
                changed = source.text[: default.span.start] + text + source.text[default.span.stop :]
                found = errors(Source(source.name, changed, source.beside, source.path))
                assert len(found) <= 1, f"{path.name}: {text}: {[one.message for one in found]}"


def defaults(source: Source) -> list[syntax.Expression]:
    patterns = [item for item in parse(source).items if isinstance(item, syntax.Pattern)]
    return [one.default for item in patterns for one in item.parameters if one.default is not None]


@dataclass(frozen=True, slots=True)
class Case:
    text: str
    message: str


MODULE = "module Layer { pattern p\n embed 64\n heads 4\n}\n"
HEADS = "pattern p {\n heads 0..2 {\n  attend causal\n }\n heads 2.. {\n  attend full\n }\n where causal\n}\n"
CASES = (
    Case("pattern p {\n attend causal\n}\n" + MODULE.replace("{", "\n"), "a module without `{`"),
    Case("pattern p {\n attend causal\n}\n1 " + MODULE, "`1` is outside a pattern"),
    Case("pattern p {\n attend causal\n}\n} " + MODULE, "`}` without an opening brace"),
    Case("pattern p {\n attend causal\n}\n" + MODULE.replace("module", ""), "`Layer` is outside a pattern"),
    Case(HEADS.replace("0..2 {", "0..2"), "`heads` ends too early"),
    Case(HEADS.replace("causal\n }", "causal\n", 1), "`{` is never closed"),
    Case(HEADS.replace("full\n }", "full\n }}"), "`where` is outside a pattern"),
    Case(HEADS.replace("heads 0..2 {", "{"), "`{` without a statement before it"),
    Case("pattern p {\n attend window(3 } , 0)\n where causal\n}\n", "`}` does not close `(`"),
    Case("pattern p {\n attend window(3 ; 0)\n}\n", "`(` is never closed"),
    Case("pattern p {\n attend window\n (3, 0)\n}\n", "a statement cannot begin with `(`"),
    Case("pattern p {\n input : lengths\n attend padding(@n)\n}\n", "`:` is unexpected here in `input`"),
    Case("pattern p {\n 8 x 8\n layout hilbert\n attend box(3, 3)\n}\n", "a statement cannot begin with `8`"),
    Case("pattern p(w=0) {\n grid w x w\n attend box(w, w) | window(w // w)\n}\n", "a size of `grid` is 0"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.message)
def test_a_structural_mistake_is_one_error(case: Case) -> None:
    source = Source("p.pat", case.text)
    (found,) = errors(source)
    assert found.message.startswith(case.message)


def test_a_broken_pattern_hides_no_other_pattern() -> None:
    text = "pattern p {\n heads 0..2\n attend windw(3)\n }\n}\npattern q {\n attend segmnt(3)\n}\n"
    assert [one.code for one in errors(Source("p.pat", text))] == ["P001", "P010"]


def test_mutants_are_the_same_in_every_run() -> None:
    def edits(found: list[Mutant]) -> list[str]:
        return [one.edit for one in found]

    assert edits(list(mutants(20, 3))) == edits(list(mutants(20, 3)))
