"""The formatter keeps the meaning and the comments, and has nothing to do a second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pattern_texts import files
from pattern_texts_whole import whole_files

from patternc.codegen.registry import BACKENDS, Backend
from patternc.diagnostics import Rejected
from patternc.driver import analyse, modules, read
from patternc.frontend.formatter import format_text
from patternc.frontend.parser import parse, tokens
from patternc.source import Source
from patternc.targets import target_named

PATTERNS = sorted([*(ROOT / "tests" / "patterns").glob("*.pat"), *(ROOT / "patternc" / "presets").glob("*.pat")])

BEFORE = """# top
edition 1
pattern  p( w=[ 1,2 ,
3],k=-1)
{ # trail
 attend   window( -3+ -4*( - 2)**2 ) &!first( 3)-last(c=3) ; # hey
 attend segment(3,
    offset=head, # c
    dilation=2
 )
 heads 0 .. 4 { attend full }; heads partition( extra=first)


 # lone

 let x=w [ 0 ]+-1
 require not(n%2==0)and n>=4 ; ring( ranks=8 )

 }
module M { pattern p;embed 768 }
# end"""

AFTER = """# top
edition 1
pattern p(w=[1, 2,
        3], k=-1) {  # trail
    attend window(-3 + -4 * (-2) ** 2) & !first(3) - last(c=3)  # hey
    attend segment(3,
        offset=head,  # c
        dilation=2
    )
    heads 0..4 {
        attend full
    }
    heads partition(extra=first)

    # lone

    let x = w[0] + -1
    require not (n % 2 == 0) and n >= 4
    ring(ranks=8)
}

module M {
    pattern p
    embed 768
}

# end
"""


def formatted(text: str) -> str:
    return format_text(Source("p.pat", text))


def test_before_and_after() -> None:
    assert formatted(BEFORE) == AFTER


def test_the_short_form_stands_in_columns() -> None:
    text = "pattern p {\nsegments [1, 2]\n dilations  [1, 2]\noffset head\ncombine lse # c\n\nwhere causal\n}"
    assert formatted(text) == (
        "pattern p {\n    segments  [1, 2]\n    dilations [1, 2]\n    offset    head\n    combine   lse  # c\n\n"
        "    where causal\n}\n"
    )


@pytest.mark.parametrize("text", ["", "# only a comment\n", "pattern p {\n}\n", AFTER])
def test_what_is_in_order_stays(text: str) -> None:
    assert formatted(text) == text


@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_files_of_the_project(path: Path) -> None:
    hold(path.read_text())


def hold(text: str) -> None:
    """Same tree, same comments in the same order, nothing left to do."""
    once = formatted(text)
    assert parse(Source("p", once)) == parse(Source("p", text))
    assert re.findall(r"#[^\n]*", once) == [comment.rstrip() for comment in re.findall(r"#[^\n]*", text)]
    assert formatted(once) == once
    assert all(line == line.rstrip() for line in once.split("\n"))


@given(text=files(), data=st.data())
def test_made_files(text: str, data: st.DataObject) -> None:
    hold(rough(text, data))


def rough(text: str, data: st.DataObject) -> str:
    """The file with white space, comments and line ends strewn where they change nothing."""
    pieces = re.findall(r"\d+\.\d+|\w+|\.\.|//|\*\*|[<>=!]=|\n|[^\w\s]", text)
    result, depth = "", 0
    for piece in pieces:
        depth += (piece in "([") - (piece in ")]")
        choices = ["", " ", "  "] if not (result[-1:].isalnum() and piece[0].isalnum()) else [" ", "   "]
        if depth and piece not in "([":
            choices += ["\n", " # inside\n"]
        if piece == "\n":
            choices += [" # end", ";", "\n\n\n"]
        result += data.draw(st.sampled_from(choices)) + piece
    return result


def test_a_file_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Rejected) as caught:
        formatted("pattern p {\n attend causal &\n attend )\n}")
    assert [one.code for one in caught.value.diagnostics] == ["P001", "P002"]


# ---- what is generated is the same, however a file is laid out -------------------------------------------------------
def generated(source: Source, backend: Backend) -> tuple[str, ...]:
    """The modules of a file: without its text and the digest of that, and the numbers of its lines."""
    target = target_named(backend.targets[0])
    assert target is not None
    made = (file.text for file in modules(analyse(source, {}, targets=()), backend, target))
    return tuple(
        re.sub(
            rf"\(sha256 \w+\)|(?<={re.escape(source.name)}:)\d+|^SPEC = (?s:.*?)^\"\"\"$", "", text, flags=re.MULTILINE
        )
        for text in made
    )


def loosened(text: str) -> str:
    """The same tokens, with blanks between them and a comment where a line ends inside of brackets."""
    found, depth = [], 0
    for token in tokens(Source("p.pat", text)):
        depth += (token in "([") - (token in ")]")
        found.append("\n # c\n" if token.type == "NEWLINE" and depth else str(token))
    return "  ".join(found)


@pytest.mark.long
@pytest.mark.parametrize("path", PATTERNS, ids=lambda path: path.stem)
def test_formatting_changes_nothing_that_is_generated(path: Path) -> None:
    source = read(path)
    loose = Source(source.name, loosened(source.text), source.beside)
    assert loose.text != source.text
    for backend in BACKENDS:
        assert generated(loose, backend) == generated(source, backend)
    neat = Source(source.name, format_text(loose), source.beside)
    assert generated(neat, BACKENDS[0]) == generated(source, BACKENDS[0])


@pytest.mark.long
@settings(max_examples=40)
@given(text=whole_files(), data=st.data())
def test_formatting_changes_nothing_that_is_generated_of_made_files(text: str, data: st.DataObject) -> None:
    loose = Source("p.pat", rough(text, data))
    try:
        found = generated(loose, BACKENDS[0])
    except Rejected:
        assume(False)
    assert found == generated(Source("p.pat", format_text(loose)), BACKENDS[0])


def test_a_requirement_is_shown_as_it_would_be_formatted() -> None:
    text = "pattern p {{\n    attend causal\n    require {}\n}}\n"
    loose, neat = (
        Source("p.pat", text.format(one))
        for one in ("( n%8==0 )and not(heads==-3)", "(n % 8 == 0) and not (heads == -3)")
    )
    assert generated(loose, BACKENDS[0]) == generated(neat, BACKENDS[0])
    assert "p requires (n % 8 == 0) and not (heads == -3); here n" in generated(loose, BACKENDS[0])[0]
