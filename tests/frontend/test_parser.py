"""The written tree: precedence, statements, spans, and going on after what cannot be read."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from automaton_text import automaton_text
from conftest import ROOT, Goldens

from patternc import resources
from patternc.diagnostics import Diagnostic, Rejected
from patternc.frontend import parser, syntax
from patternc.frontend.parser import parse, parse_expression
from patternc.frontend.parser.automaton import automaton
from patternc.frontend.parser.build import Build
from patternc.frontend.syntax import Argument, Call, Chain, Integer, Items, Name, Prefix, Step
from patternc.source import Source, Span

PATTERNS = sorted((ROOT / "tests" / "patterns").glob("*.pat"))
BAD = sorted((Path(__file__).resolve().parent / "bad").glob("*/*.pat"))


def expression(text: str) -> syntax.Expression:
    return parse_expression(Source("x", text))


def body(text: str) -> tuple[syntax.Statement, ...]:
    tree = parse(Source("p.pat", f"pattern p {{\n{text}\n}}"))
    assert tree.problems == ()
    (pattern,) = tree.items
    assert isinstance(pattern, syntax.Pattern)
    return pattern.body


A, B, C, D = (Name(letter) for letter in "abcd")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a | b & c", Chain(A, (Step("|", Chain(B, (Step("&", C),))),))),
        ("a & b - c", Chain(A, (Step("&", Chain(B, (Step("-", C),))),))),
        ("!a - b", Chain(Prefix(("!",), A), (Step("-", B),))),
        ("!a & b", Chain(Prefix(("!",), A), (Step("&", B),))),
        ("a - b - c", Chain(A, (Step("-", B), Step("-", C)))),
        ("a - b & c | d", Chain(Chain(Chain(A, (Step("-", B),)), (Step("&", C),)), (Step("|", D),))),
        ("a & (b | c)", Chain(A, (Step("&", Chain(B, (Step("|", C),))),))),
        ("a + b * c", Chain(A, (Step("+", Chain(B, (Step("*", C),))),))),
        ("-a ** b", Prefix(("-",), Chain(A, (Step("**", B),)))),
        ("a // b % c", Chain(A, (Step("//", B), Step("%", C)))),
        ("not a == b", Prefix(("not",), Chain(A, (Step("==", B),)))),
        ("a < b and c < d", Chain(Chain(A, (Step("<", B),)), (Step("and", Chain(C, (Step("<", D),))),))),
        ("a or b and c", Chain(A, (Step("or", Chain(B, (Step("and", C),))),))),
        ("[1, 2,]", Items((Integer(1), Integer(2)))),
        ("[]", Items(())),
        ("a[1][2]", syntax.Index(syntax.Index(A, Integer(1)), Integer(2))),
        ("a(b, c=d,)", Call(A, (Argument(None, B), Argument(C, D)))),
        ("heads(offset=score)", Call(Name("heads"), (Argument(Name("offset"), Name("score")),))),
        ('@a("b")', None),
        ("8K", Integer(8192)),
        ("1M", Integer(1 << 20)),
        ("1_000", Integer(1000)),
        ("007", Integer(7)),
        ("2.5", syntax.Decimal(2.5)),
        ("1e-3", syntax.Decimal(0.001)),
    ],
)
def test_expressions(text: str, tree: syntax.Expression | None) -> None:
    if tree is None:
        with pytest.raises(Rejected):
            expression(text)
    else:
        assert expression(text) == tree


def test_binding_of_mask_operators_is_that_of_the_language() -> None:
    """`!`, `-`, `&`, `|`, tightest first: of every two, the tighter is read as if it stood in parentheses."""
    for loose, tight in itertools.combinations(("|", "&", "-"), 2):
        assert expression(f"a {loose} b {tight} c") == expression(f"a {loose} (b {tight} c)")
        assert expression(f"a {tight} b {loose} c") == expression(f"(a {tight} b) {loose} c")
        assert expression(f"!a {tight} b") == expression(f"(!a) {tight} b")


def test_statements() -> None:
    text = """
    attend a; combine lse
    where a ;
    segments [1]
    dilations [2]
    offset head
    heads 0..4 { attend a }
    heads 4.. { attend b; }
    heads partition(extra=first)
    score alibi
    require n > 4
    uncovered zero
    let a = 3
    for a, b in c { attend a }
    """
    kinds = [type(one).__name__ for one in body(text)]
    assert kinds == [
        "Attend",
        "Combine",
        "Where",
        "Segments",
        "Dilations",
        "OffsetRule",
        "Heads",
        "Heads",
        "Partition",
        "Score",
        "Require",
        "Uncovered",
        "Let",
        "For",
    ]


def test_lines_inside_brackets_go_on() -> None:
    assert body("attend a(\n  b,\n  c # comment\n)\nattend (a\n| b)") == body("attend a(b, c)\nattend a | b")


def test_a_brace_may_stand_on_the_next_line() -> None:
    assert parse(Source("p", "pattern p\n\n# why not\n{ attend a }")) == parse(Source("p", "pattern p { attend a }"))


def test_keywords_are_names_elsewhere() -> None:
    (statement,) = body("attend segments(offset=layout, score=grid)")
    assert statement == syntax.Attend(
        Call(Name("segments"), (Argument(Name("offset"), Name("layout")), Argument(Name("score"), Name("grid"))))
    )


def test_windows_line_ends_and_byte_order_mark() -> None:
    text = "\ufeffpattern p {\n  attend a # b\n}\n"
    assert parse(Source("p", text.replace("\n", "\r\n"))) == parse(Source("p", text))


@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_spans_hold_the_text_of_their_nodes(path: Path) -> None:
    source = Source(path.name, path.read_text())
    for item in parse(source).items:
        text = source.text[item.span.start : item.span.stop]
        if isinstance(item, syntax.Module):
            assert text == f"module {item.name.id}"
            for field in item.fields:
                assert source.text[field.span.start : field.span.stop].startswith(field.name.id)
            continue
        assert isinstance(item, syntax.Pattern)
        assert text.startswith(f"pattern {item.name.id}")
        assert text.endswith("}")
        for statement in item.body:
            assert source.text[statement.span.start : statement.span.stop].strip()
            if isinstance(statement, syntax.Attend):
                written = source.text[statement.mask.span.start : statement.mask.span.stop]
                assert expression(written) == statement.mask


def test_a_bad_statement_hides_no_other() -> None:
    """With any one statement of a file made unreadable there is one problem, and all the others are read."""
    lines = ["attend a", "let w = 4", "combine lse", "heads 0.. {", "attend b", "where c", "}", "score alibi"]
    for i, line in enumerate(lines):
        if line not in ("}", "heads 0.. {"):
            broken = [*lines[:i], f"{line} = =", *lines[i + 1 :]]
            tree = parse(Source("p", "pattern p {\n" + "\n".join(broken) + "\n}"))
            (problem,) = tree.problems
            assert problem.code == "P001"
            (pattern,) = tree.items
            assert isinstance(pattern, syntax.Pattern)
            assert _count(pattern.body) == _count(body("\n".join(lines))), broken


def _count(statements: tuple[syntax.Statement, ...]) -> int:
    inner = [one.body for one in statements if isinstance(one, syntax.For | syntax.Heads)]
    return len(statements) + sum(_count(one) for one in inner)


def test_a_bad_definition_keeps_its_name() -> None:
    tree = parse(Source("p", "pattern p {\nlet w = 4 +\nlet v = )\n}"))
    (pattern,) = tree.items
    assert isinstance(pattern, syntax.Pattern)
    assert [one.names for one in pattern.body if isinstance(one, syntax.Bad)] == [("w",), ("v",)]


def test_a_check_needs_no_array_library_and_no_printer() -> None:
    """`check` starts in a blink: nothing heavy is imported, also where dense attention may be faster."""
    code = (
        "import sys; from patternc.frontend import check, formatter, lower, parser\n"
        "heavy = {'numpy', 'torch', 'triton', 'rich', 'jinja2', 'click'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "from patternc.cli import run; assert run(['check', '-']) == 0\n"
        "heavy = heavy | {'numpy', 'torch', 'triton', 'rich', 'jinja2', 'patternc.ir.tile', 'patternc.ir.host'}\n"
        "printers = {name for name in sys.modules if name.startswith('patternc.codegen') and 'printer' in name}\n"
        "assert not (heavy & set(sys.modules) | printers), heavy & set(sys.modules) | printers"
    )
    subprocess.run([sys.executable, "-c", code], input="pattern p { attend causal }", text=True, check=True)


def test_the_saved_automaton_is_the_grammars(golden: Goldens) -> None:
    golden("grammar/automaton.json", automaton_text(resources.grammar()))


def tree_or_errors(path: Path) -> syntax.File | tuple[Diagnostic, ...]:
    try:
        return parse(Source(path.name, path.read_text(encoding="utf-8", errors="replace")))
    except Rejected as rejected:
        return rejected.diagnostics


def test_an_automaton_that_is_made_reads_the_same_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    read = [tree_or_errors(path) for path in (*PATTERNS, *BAD)]
    grammar = resources.grammar()
    monkeypatch.setattr(resources, "grammar", lambda: f"{grammar}\n")  # not that of the saved automaton
    monkeypatch.setattr(parser, "_language", cache(parser._language.__wrapped__))
    assert [tree_or_errors(path) for path in (*PATTERNS, *BAD)] == read


@pytest.mark.parametrize("name", ["lark", "grammar"])
def test_an_automaton_of_another_origin_is_not_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = json.loads(resources.automaton())
    saved["origin"][name] += "0"
    saved["states"].clear()
    monkeypatch.setattr(resources, "automaton", lambda: json.dumps(saved))
    assert automaton(Build()).parse("", start="file") == syntax.File((), span=Span(0, 0))
