"""The Pygments lexer and the TextMate grammar: every word of the language, and no text that is not read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, Goldens
from pygments import highlight
from pygments.formatters import NullFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number

from patternc.editor.names import meanings
from patternc.frontend.check.words import FUNCTIONS, MASKS, SCORES
from patternc.frontend.parser import KEYWORDS
from patternc.highlighting import PatternLexer

FILES = sorted((*(ROOT / "patternc/presets").glob("*.pat"), *(ROOT / "tests/patterns").glob("*.pat")))
GRAMMAR = "editors/vscode/syntaxes/pat.tmLanguage.json"


def test_pygments_finds_the_lexer() -> None:
    assert isinstance(get_lexer_by_name("pat"), PatternLexer)
    assert isinstance(get_lexer_for_filename("a.pat"), PatternLexer)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_read_and_kept(path: Path) -> None:
    text, lexer = path.read_text(encoding="utf-8"), PatternLexer()
    assert highlight(text, lexer, NullFormatter()) == text
    found = list(lexer.get_tokens(text))
    assert not [word for kind, word in found if kind is Error]
    assert any(kind is Name.Class for kind, _ in found)


def test_the_kinds_of_words() -> None:
    text = "pattern p(w=4K) {\n    attend segment(w, offset=head)  # patternc: allow P012\n}\n"
    found = {word: kind for kind, word in PatternLexer().get_tokens(text)}
    assert found["attend"] is Keyword
    assert found["segment"] is Name.Builtin
    assert found["p"] is Name.Class
    assert found["4K"] is Number
    assert found["offset"] is Name
    assert found["head"] is Keyword.Constant
    assert found["# patternc: allow P012"] is Comment.Special


def test_the_grammar_of_editors_knows_every_word(golden: Goldens) -> None:
    text = (ROOT / GRAMMAR).read_text(encoding="utf-8")
    keywords = tuple(word.lower() for word in KEYWORDS if word.lower() not in ("pattern", "module"))
    for rule, words in {"mask": MASKS, "function": FUNCTIONS, "keyword": keywords}.items():
        listed = f'("{rule}": {{\\s*"match": "[^"]*?)\\([a-z_|]+\\)'
        text, count = re.subn(listed, lambda found, words=words: f"{found[1]}({'|'.join(sorted(words))})", text)  # type: ignore[misc]
        assert count == 1, rule
    golden(GRAMMAR, text)


def test_every_word_has_a_meaning_in_the_page_of_the_language() -> None:
    known = meanings()
    assert [word for word in (*MASKS, *SCORES) if word not in known] == []
    without = {word.lower() for word in KEYWORDS} - known.keys()
    assert without == {"pattern", "module", "edition"}
