"""One mistake is one error at its place, and doing what its help says makes the file compile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse
from patternc.frontend.check.words import LIMITS
from patternc.source import Source


@dataclass(frozen=True)
class Mistake:
    """`wrong` in a file, what is marked of it, a part of the help, and the text that follows the help."""

    wrong: str
    marked: str
    help: str
    right: str


def mistakes() -> list[Mistake]:
    _, *entries = (Path(__file__).parent / "hints.txt").read_text(encoding="utf-8").split("\n====\n")
    found = []
    for entry in entries:
        parts = re.fullmatch(r"(.*\n)-- marked: (.*)\n-- help: (.*?)\n(.*)", entry, re.DOTALL)
        assert parts is not None, entry
        found.append(Mistake(*parts.groups()))
    return found


def errors(text: str, **overrides: str) -> list[Diagnostic]:
    try:
        analyse(Source("p.pat", text), overrides, targets=())  # which cost most and give warnings alone
    except Rejected as rejected:
        return [one for one in rejected.diagnostics if one.severity == "error"]
    return []


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda mistake: mistake.wrong)
def test_a_mistake_is_one_error_whose_help_helps(mistake: Mistake) -> None:
    (found,) = errors(mistake.wrong)
    assert found.span is not None
    assert mistake.wrong[found.span.start : found.span.stop] == mistake.marked
    assert mistake.help in found.help
    assert errors(mistake.right) == []


def test_two_mistakes_are_two_errors() -> None:
    assert len(errors("pattern p { attend windw(3) | segmnt(4) }")) == 2
    assert len(errors("pattern p { attend windw(3) }\npattern r { attend windw(3) }")) == 2
    assert len(errors("pattern p { for i in range(9) { attend windw(i) | window(-1 - i) }; combine lse }")) == 2


def test_an_override_that_is_no_value_is_answered_with_one() -> None:
    (found,) = errors("pattern p(w=[64, 128]) { segments w; combine lse }", w="abc")
    assert found.help == "write a value like the default: -D w=64,128"


def test_a_loop_warns_once_of_what_its_turns_share() -> None:
    text = "pattern p { for i in range(2, 9) { attend when((q * k) % (i + 5) == 0) }; combine lse }"
    warnings = analyse(Source("p.pat", text), {}).warnings
    assert [one.code for one in warnings] == ["P035", "P046"]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("attend tree(@parents)", "is `causal & columns(0, @end)`: docs/limits.md"),
        ("attend attn_mask", "no mask is a tensor of pairs: docs/limits.md"),
        ("attend same(ids)", "docs/limits.md"),
        ("attend zebra(3)", "known names: full, causal"),
        ("input m: mask; attend causal", "no mask is a tensor of pairs: docs/limits.md"),
        (
            "input m: pixels; attend causal",
            (
                "known names: offsets, lengths, positions, labels, selection, table, gate, pairs; "
                "what can't be written: docs/limits.md"
            ),
        ),
        ("attend topk(4)", "write blocks(64, topk(4)); keys of single queries: docs/limits.md"),
        ("attend windw(3)", "did you mean `window`?"),
    ],
)
def test_what_no_pattern_says_leads_to_a_page(statement: str, said: str) -> None:
    found = errors(f"pattern p {{ {statement} }}")
    assert any(said in one.help for one in found), found
    assert all("limits.md" not in one.help for one in found) == ("did you" in said)


def test_the_page_exists() -> None:
    assert (ROOT / LIMITS).read_text(encoding="utf-8").startswith("# What can't be written or called")
