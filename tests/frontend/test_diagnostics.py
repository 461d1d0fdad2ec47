"""The renderer: text, JSON and workflow commands, with odd lines and odd characters."""

from __future__ import annotations

import json

import pytest

from patternc.diagnostics import Diagnostic, Findings, Rejected, Related, nearest, render
from patternc.source import Source, Span


def shown(text: str, start: int, stop: int, **more: str) -> list[str]:
    one = Diagnostic("P001", "error", "a sentence", Span(start, stop), **more)  # type: ignore[arg-type]
    return render([one], Source("p.pat", text)).splitlines()


def test_text() -> None:
    source = Source("p.pat", "pattern p {\n    attend causal\n}\n")
    one = Diagnostic(
        "P012",
        "warning",
        "a sentence",
        Span(23, 29),
        "a label",
        notes=("a note",),
        help="an action",
        related=(Related(Span(0, 7), "here"),),
    )
    assert render([one], source) == (
        "warning[P012]: a sentence\n"
        " --> p.pat:2:12\n"
        "2 |     attend causal\n"
        "  |            ^^^^^^ a label\n"
        " ::: p.pat:1:1\n"
        "1 | pattern p {\n"
        "  | ------- here\n"
        "  = note: a note\n"
        "  = help: an action\n"
    )


def test_several_stand_apart() -> None:
    one = Diagnostic("P001", "error", "a sentence", Span(0, 1))
    assert render([one, one], Source("p", "x")).count("\n\nerror") == 1
    assert render([], Source("p", "x")) == ""


def test_a_diagnostic_of_the_whole_file() -> None:
    one = Diagnostic("P006", "error", "a sentence", None, help="an action")
    assert render([one], Source("p.pat", "")) == "error[P006]: a sentence\n --> p.pat\n  = help: an action\n"


def test_the_gutter_is_as_wide_as_the_largest_number() -> None:
    lines = shown("\n" * 99 + "abc", 99, 102)
    assert lines[1:] == ["   --> p.pat:100:1", "100 | abc", "    | ^^^"]


def test_a_span_over_lines_is_underlined_to_the_end_of_the_first() -> None:
    assert shown("ab cd\nef", 3, 8)[-1] == "  |    ^^"


def test_the_end_of_the_file() -> None:
    assert shown("abc", 3, 3)[2:] == ["1 | abc", "  |    ^"]
    assert shown("abc\n", 4, 4)[1:] == [" --> p.pat:2:1", "2 |", "  | ^"]
    assert shown("", 0, 0)[1:] == [" --> p.pat:1:1", "1 |", "  | ^"]


def test_wide_and_control_characters_keep_the_underline_in_place() -> None:
    assert shown("\t\tab", 2, 4)[2:] == ["1 |   ab", "  |   ^^"]
    assert shown("漢字 ab", 3, 5)[2:] == ["1 | 漢字 ab", "  |      ^^"]
    assert shown("\0\x1b[31m ab", 7, 9)[2:] == ["1 | \ufffd\ufffd[31m ab", "  |        ^^"]


def test_a_long_line_is_cut_around_the_span() -> None:
    lines = shown("a" * 1000 + "bcd" + "e" * 1000, 1000, 1003)
    assert len(lines[2]) < 120
    assert lines[2][lines[3].index("^") :].startswith("bcd")
    assert lines[2].count("...") == 2


def test_colour_is_asked_for() -> None:
    one = Diagnostic("P001", "error", "a sentence", Span(0, 1), "label", help="an action")
    plain, coloured = (render([one], Source("p", "x"), color=color) for color in (False, True))
    assert "\033" not in plain
    assert "\033[1;31m" in coloured
    import re

    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == plain


def test_json() -> None:
    source = Source("p.pat", "ab\ncd")
    one = Diagnostic("P001", "error", "a sentence", Span(1, 4), "l", ("n",), "h", (Related(Span(0, 1), "r"),))
    (record,) = json.loads(render([one], source, "json"))
    assert record == {
        "code": "P001",
        "severity": "error",
        "title": "a syntax error",
        "message": "a sentence",
        "file": "p.pat",
        "span": {"line": 1, "column": 2, "end_line": 2, "end_column": 2},
        "label": "l",
        "notes": ["n"],
        "help": "h",
        "related": [{"span": {"line": 1, "column": 1, "end_line": 1, "end_column": 2}, "label": "r"}],
    }
    assert json.loads(render([], source, "json")) == []


def test_github() -> None:
    one = Diagnostic("P001", "error", "100% wrong\nindeed", Span(0, 1), help="an action")
    assert render([one], Source("a,b:c.pat", "xy"), "github") == (
        "::error file=a%2Cb%3Ac.pat,line=1,col=1,endLine=1,endColumn=2,title=P001::100%25 wrong%0Aindeed. an action\n"
    )


def test_unknown_codes_are_refused() -> None:
    with pytest.raises(ValueError, match="P999"):
        Diagnostic("P999", "error", "a sentence", None)


def test_findings_raise_once_with_everything_in_the_order_of_the_file() -> None:
    findings = Findings(Source("p", "abc"))
    findings.warning("P012", "third", Span(2, 3))
    findings.error("P001", "second", Span(1, 2))
    findings.error("P001", "first", Span(0, 1))
    findings.error("P001", "first", Span(0, 1))
    with pytest.raises(Rejected) as caught:
        findings.finish()
    assert [one.message for one in caught.value.diagnostics] == ["first", "second", "third"]


def test_findings_without_errors_give_the_warnings() -> None:
    findings = Findings(Source("p", "abc"))
    findings.warning("P012", "careful", Span(2, 3))
    assert [one.message for one in findings.finish()] == ["careful"]


def test_nearest() -> None:
    assert nearest("widow", ["window", "causal"]) == "did you mean `window`?"
    assert nearest("xyz", ["window", "causal"]) == "known names: window, causal"
    assert nearest("xyz", []) == ""
