"""A Pygments lexer of pattern files, so that documentation tools highlight `pat` blocks."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from patternc.frontend.check.words import FREE, FUNCTIONS, MASKS, SCORES, WORDS
from patternc.frontend.parser import KEYWORDS


class PatternLexer(RegexLexer):  # type: ignore[misc]
    """The language of `.pat` files."""

    name = "patternc"
    url = ""
    aliases: ClassVar[list[str]] = ["pat", "patternc"]
    filenames: ClassVar[list[str]] = ["*.pat"]
    tokens: ClassVar[dict[str, object]] = {
        "root": [
            (r"#\s*patternc:.*", Comment.Special),
            (r"#.*", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"@[A-Za-z_]\w*", Name.Variable),
            (r"(pattern|module)(\s+)(\w+)", bygroups(Keyword, Text, Name.Class)),
            (r"\b(and|or|not|in)\b", Operator.Word),
            (
                words(sorted(word.lower() for word in KEYWORDS), prefix=r"(?<![\w=.])", suffix=r"\b(?!\s*=[^=])"),
                Keyword,
            ),
            (words(MASKS, suffix=r"\b"), Name.Builtin),
            (words(FUNCTIONS, suffix=r"(?=\s*\()"), Name.Function),
            (words(sorted({*WORDS, *SCORES, *FREE}), suffix=r"\b"), Keyword.Constant),
            (r"[0-9][0-9_]*(\.[0-9]+)?([eE][+-]?[0-9]+)?[KM]?", Number),
            (r"\.\.|\*\*|//|[=!<>]=|[-+*%&|!<>=]", Operator),
            (r"[()\[\]{},;:]", Punctuation),
            (r"[A-Za-z_]\w*", Name),
            (r"\s+", Text),
        ]
    }
