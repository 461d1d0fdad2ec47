"""Uses of names, new names, outlines and kinds of words, without a server; and as the protocol writes them."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import ROOT
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import Workspace

from patternc.api import check
from patternc.diagnostics import Policy
from patternc.driver import read
from patternc.editor import server
from patternc.editor.documents import opened
from patternc.editor.outline import KINDS, kinds, outline
from patternc.editor.uses import RenameError, definitions, renamed, use_at, uses
from patternc.source import Source

TEXT = """# patternc: expect keys(3, n=8, left=1) == 2..3
pattern local(left=3, dilation=2) {
    let far = 2 * left
    input docs: offsets
    for size in [8, 16] { attend segment(size, dilation=dilation) & window(far, 0) & document(@docs) }
    for size in [2] { attend segment(size) }
    combine lse
}

# patternc: expect keys(3, n=8, left=1, docs=[0, 8], pattern=local) == 2..3
pattern other(left=5) { attend window(left) }  # patternc: expect density(n=8, left=1) < 1

module Layer {
    pattern local
    embed 64
    heads 4
}
"""
SOURCE = Source("p.pat", TEXT)
PLACES = {
    "local(": ["2:9", "10:62", "14:13"],
    "left=3": ["1:33", "2:15", "3:19", "10:33"],
    "left=5": ["11:15", "11:39", "11:80"],
    "dilation=2": ["2:23", "5:57"],
    "far =": ["3:9", "5:76"],
    "docs:": ["4:11", "5:96", "10:41"],
    "size in [8": ["5:9", "5:42"],
    "size in [2": ["6:9", "6:38"],
    "other(": ["11:9"],
    "Layer": ["13:8"],
}


def place(offset: int, source: Source = SOURCE) -> str:
    line, column = source.position(offset)
    return f"{line}:{column}"


@pytest.mark.parametrize("name", PLACES)
def test_every_use_leads_to_all_others(name: str) -> None:
    found = use_at(SOURCE, TEXT.index(name))
    assert found is not None
    same = [one for one in uses(SOURCE) if one.definition == found.definition]
    assert [place(one.span.start) for one in same] == PLACES[name]
    for one in same:
        assert use_at(SOURCE, one.span.start + 1) == one


def test_every_name_of_a_file_has_uses() -> None:
    assert {one.definition for one in uses(SOURCE)} == {*definitions(SOURCE)}
    assert len(uses(SOURCE)) == sum(map(len, PLACES.values()))


@pytest.mark.parametrize("word", ["segment(", "dilation=dilation", "lse", "embed", "n=8", "attend", "heads 4"])
def test_words_of_the_language_are_no_uses(word: str) -> None:
    """Among them an argument that has the name of a parameter."""
    assert use_at(SOURCE, TEXT.index(word)) is None


@pytest.mark.parametrize("name", PLACES)
def test_a_new_name_changes_no_meaning(name: str, tmp_path: Path) -> None:
    new = "Other" if name == "Layer" else "renamed"
    spans, text = renamed(SOURCE, TEXT.index(name) + 1, new, {}), TEXT
    assert [place(one.start) for one in spans] == PLACES[name]
    for span in reversed(spans):
        text = text[: span.start] + new + text[span.stop :]
    path = tmp_path / "p.pat"
    path.write_text(text)
    assert [one for one in check(path) if one.severity == "error"] == []  # the masks are still as the file expects
    assert text.count(new) == len(PLACES[name])


@pytest.mark.parametrize(
    ("name", "new", "said"),
    [
        ("far =", "left", "`left` has a value already"),
        ("far =", "2x", "'2x' is no name"),
        ("far =", "", "'' is no name"),
        ("far =", "größe", "'größe' is no name"),
        ("far =", "window", "with `window` the file has an error: `window` is a reserved word"),
        ("local(", "other", "with `other` the file has an error"),
        ("Layer", "layer", "`layer` cannot be a class name"),
        ("segment(", "new", "there is no name of this file"),
    ],
)
def test_names_that_would_mean_something_else_are_refused(name: str, new: str, said: str) -> None:
    with pytest.raises(RenameError) as raised:
        renamed(SOURCE, TEXT.index(name), new, {})
    assert said in str(raised.value)


def test_a_parameter_that_a_project_sets_keeps_its_name() -> None:
    with pytest.raises(RenameError, match="no pattern has a parameter `dilation`"):
        renamed(SOURCE, TEXT.index("dilation=2"), "rate", {"dilation": "4"})


def test_a_file_with_errors_can_be_renamed_in() -> None:
    source = Source("p.pat", "pattern p(left=3) {\n    attend windw(left)\n    attend causal &\n}\n")
    assert [place(one.start, source) for one in renamed(source, 10, "width", {})] == ["1:11", "2:18"]


def test_an_error_that_was_there_before_is_not_the_reason() -> None:
    """Both are errors about names, with one code."""
    source = Source("p.pat", "pattern p(left=3) { attend full }\nmodule layer { pattern p; embed 32; heads 2 }\n")
    with pytest.raises(RenameError, match=r"^with `n` the file has an error: `n` is a reserved word$"):
        renamed(source, source.text.index("left"), "n", {})


def test_the_outline() -> None:
    first, second, layer = outline(SOURCE)
    assert [(one.name, one.kind) for one in (first, second, layer)] == [
        ("local", "pattern"),
        ("other", "pattern"),
        ("Layer", "module"),
    ]
    assert [(one.kind, one.name) for one in first.inner] == [
        ("parameter", "left"),
        ("parameter", "dilation"),
        ("value", "far"),
        ("input", "docs"),
        ("loop variable", "size"),
        ("branch", "attend segment(size, dilation=dilation) & window(far, 0) & document(@docs)"),
        ("loop variable", "size"),
        ("branch", "attend segment(size)"),
    ]
    assert TEXT[layer.whole.start : layer.whole.stop].startswith("module Layer {")
    assert TEXT[layer.whole.start : layer.whole.stop].endswith("heads 4\n}\n")
    assert [one.name for one in outline(Source("p.pat", "pattern p {\n    attend (causal\n    attend full"))] == ["p"]


@pytest.mark.parametrize("path", sorted((ROOT / "patternc" / "presets").glob("*.pat")), ids=lambda path: path.stem)
def test_every_word_of_presets_has_a_kind(path: Path) -> None:
    """What is left are signs between words."""
    source = read(path)
    rest = list(source.text)
    for span, kind, _ in kinds(source):
        assert kind in KINDS
        rest[span.start : span.stop] = " " * (span.stop - span.start)
    assert not set("".join(rest)) - set(" \n(){}[],;:"), "".join(rest)


# ---- as the protocol writes them -------------------------------------------------------------------------------------
@pytest.fixture
def own(tmp_path: Path) -> tuple[SimpleNamespace, types.TextDocumentIdentifier]:
    """What handlers read of a server that has one document, in which a letter has two units of the client."""
    uri, text = (
        (tmp_path / "p.pat").as_uri(),
        TEXT.replace("    heads 4", "    heads 4  # \U0001d538").replace("\n", "\r\n"),
    )
    workspace = Workspace(None)
    workspace.put_text_document(types.TextDocumentItem(uri, "pat", 1, text))
    document = opened(str(tmp_path / "p.pat"), text, {}, Policy())
    return SimpleNamespace(workspace=workspace, document=lambda _: document), types.TextDocumentIdentifier(uri)


def test_tokens_count_from_one_another(own: tuple[Any, types.TextDocumentIdentifier]) -> None:
    made = server.semantic_tokens(own[0], types.SemanticTokensParams(own[1])).data
    steps = [made[at : at + 5] for at in range(0, len(made), 5)]
    lines = [*accumulate(step[0] for step in steps)]
    source = own[0].document("").source
    wanted = kinds(source)
    assert [(line + 1, KINDS[step[3]], bool(step[4])) for line, step in zip(lines, steps, strict=True)] == [
        (source.position(span.start)[0], kind, defined) for span, kind, defined in wanted
    ]
    column, columns = 0, list[int]()
    for step in steps:
        column = step[1] if step[0] else column + step[1]
        columns.append(column + 1)
    assert columns == [source.position(span.start)[1] for span, *_ in wanted]
    assert [step[2] for step in steps[:-1]] == [span.stop - span.start for span, *_ in wanted[:-1]]
    assert steps[-1][2] == 4  # a comment of three letters, one of which has two units


def test_a_client_asks_for_uses_and_names(own: tuple[Any, types.TextDocumentIdentifier]) -> None:
    spot = types.Position(2, 18)  # the `left` of `2 * left`
    every = server.references(own[0], types.ReferenceParams(types.ReferenceContext(True), own[1], spot))
    assert [(one.range.start.line, one.range.start.character) for one in every] == [(0, 32), (1, 14), (2, 18), (9, 32)]
    others = server.references(own[0], types.ReferenceParams(types.ReferenceContext(False), own[1], spot))
    assert [one for one in every if one not in others] == [every[1]]
    assert server.prepare_rename(own[0], types.PrepareRenameParams(own[1], spot)) == every[2].range
    edit = server.rename(own[0], types.RenameParams(own[1], spot, "width"))
    assert edit.changes == {own[1].uri: [types.TextEdit(one.range, "width") for one in every]}
    with pytest.raises(JsonRpcException, match="`far` has a value already"):
        server.rename(own[0], types.RenameParams(own[1], spot, "far"))
    nothing = types.Position(6, 6)
    assert server.prepare_rename(own[0], types.PrepareRenameParams(own[1], nothing)) is None
    assert server.references(own[0], types.ReferenceParams(types.ReferenceContext(True), own[1], nothing)) == []
    symbols = server.document_symbol(own[0], types.DocumentSymbolParams(own[1]))
    assert [(one.name, one.detail, len(one.children or ())) for one in symbols] == [
        ("local", "pattern", 8),
        ("other", "pattern", 2),
        ("Layer", "module", 0),
    ]
    assert symbols[2].selection_range.start == types.Position(12, 7)
