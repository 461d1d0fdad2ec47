"""Fixes, definitions and completions, without a server."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from patternc.diagnostics import Diagnostic, Rejected
from patternc.driver import analyse, read
from patternc.editor.densities import densities
from patternc.editor.fixes import Fix, fixes
from patternc.editor.names import completions
from patternc.editor.uses import definition_at
from patternc.source import Source

BAD = sorted((ROOT / "tests" / "frontend" / "bad").rglob("*.pat"))
NAMES = """pattern p(w=[8, 16], r=4) {
    let far = 2 * r
    input docs: offsets
    for size in w { attend segment(size) & window(far, 0) & document(@docs) }
    combine lse
}

module Layer {
    pattern p
    embed 64
    heads 4
}
"""


def found(source: Source) -> tuple[Diagnostic, ...]:
    try:
        return analyse(source, {}).warnings
    except Rejected as rejected:
        return rejected.diagnostics


def after(fix: Fix, source: Source) -> Source:
    return Source("p.pat", source.text[: fix.span.start] + fix.text + source.text[fix.span.stop :])


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("pattern p { attend windw(3) }", "pattern p { attend window(3) }"),
        ("pattern p { attend window(3 }", "pattern p { attend window(3) }"),
        ("pattern p { attend segment(64, dilation=6) }", "pattern p { attend segment(60, dilation=6) }"),
        ("pattern p { attend full; combine meen }", "pattern p { attend full; combine mean }"),
        ("patern p { attend full }", "pattern p { attend full }"),
        ("pattern p { attend full }  # patternc: alow P012", "pattern p { attend full }  # patternc: allow P012"),
    ],
)
def test_a_help_becomes_an_edit(text: str, fixed: str) -> None:
    source = Source("p.pat", text)
    first = found(source)[0]
    made = [after(fix, source).text for fix in fixes(first, source, {}) if not fix.title.startswith("allow P")]
    assert made == [fixed]
    assert found(Source("p.pat", fixed)) == ()


@pytest.mark.long
def test_fixes_of_all_pinned_errors_mend_them() -> None:
    """Judged anew: the finding is gone, and there are no more errors than before."""
    with_fix = 0
    for path in BAD:
        try:
            source = read(path)
        except Rejected:
            continue
        before = found(source)
        for one in before[:2]:
            for fix in (each for each in fixes(one, source, {}) if not each.title.startswith("allow")):
                left = found(after(fix, source))
                count = sum((each.code, each.message) == (one.code, one.message) for each in left)
                assert count < sum((each.code, each.message) == (one.code, one.message) for each in before), path
                errors = [sum(each.severity == "error" for each in every) for every in (before, left)]
                assert errors[1] <= errors[0] - (one.severity == "error"), path
                with_fix += 1
    assert with_fix > 40


def test_a_fix_that_mends_nothing_is_not_offered() -> None:
    source = Source("p.pat", "pattern p { attend full; require n % k == 0 }")
    (one,) = found(source)
    wrong = Diagnostic(one.code, one.severity, one.message, one.span, help="did you mean `j`?")
    assert fixes(wrong, source, {}) == ()


def test_a_warning_can_be_allowed() -> None:
    source = Source("p.pat", "pattern p {\n    attend segment(64, dilation=6)  \n}\n")
    (one,) = found(source)
    allowed = next(fix for fix in fixes(one, source, {}) if fix.title == "allow P012 on this line")
    assert found(after(allowed, source)) == ()
    assert not [fix for fix in fixes(one, after(allowed, source), {}) if fix.title.startswith("allow")]


@pytest.mark.parametrize(
    ("use", "kind", "line"),
    [
        ("2 * |r", "parameter", 1),
        ("segment(|size", "loop variable", 4),
        ("window(|far", "value", 2),
        ("@|docs", "input", 3),
        ("pattern |p\n", "pattern", 1),
        ("in |w {", "parameter", 1),
    ],
)
def test_names_lead_to_their_definitions(use: str, kind: str, line: int) -> None:
    source = Source("p.pat", NAMES)
    defined = definition_at(source, NAMES.index(use.replace("|", "")) + use.index("|"))
    assert defined is not None
    assert (defined.kind, source.position(defined.span.start)[0]) == (kind, line)


def test_words_of_the_language_have_no_definition() -> None:
    assert definition_at(Source("p.pat", NAMES), NAMES.index("segment") + 2) is None


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("|", {"pattern", "module"}, {"attend", "window"}),
        ("pattern p { |", {"attend", "combine", "for"}, {"pattern", "window"}),
        ("pattern p(left=3) { attend wi|", {"window", "left", "causal"}, {"attend"}),
        ("pattern p { attend segment(8, |", {"dilation=", "offset="}, {"right="}),
        ("pattern p { input a: offsets; let b = 3; attend document(@|", {"a"}, {"b", "window"}),
        ("pattern p { attend full; combine |", {"lse", "mean", "lse(detach)"}, {"window"}),
        ("pattern p { attend full; score |", {"alibi", "softcap"}, {"window"}),
        ("pattern p { attend full; layout |", {"hilbert", "auto"}, {"window"}),
        ("pattern p {\n    attend window(3)\n    |\n}", {"combine"}, {"window"}),
        ("pattern p { attend (window(3)\n  | |", {"causal"}, {"combine"}),
        ("pattern p { source c(ratio=4); attend causal from | }", {"c"}, {"window"}),
        ("pattern p { source c(ratio=4); attend |", {"window"}, {"c"}),
    ],
)
def test_completions_fit_their_place(text: str, some: set[str], none: set[str]) -> None:
    place = text.rindex("|")
    words = {word for word, _ in completions(Source("p.pat", text[:place] + text[place + 1 :]), place)}
    assert some <= words
    assert not none & words


@pytest.mark.parametrize("path", sorted((ROOT / "patternc" / "presets").glob("*.pat")), ids=lambda path: path.stem)
def test_presets_have_densities(path: Path) -> None:
    analysis = analyse(read(path), {})
    made = densities(analysis)
    assert len(made) >= len(analysis.meanings)
    assert all("keys per row, density" in one.text or "keys per row (standard" in one.text for one in made)
