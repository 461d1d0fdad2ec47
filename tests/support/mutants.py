"""Pattern files with one mistake each: one token deleted, written twice, replaced, or put before another."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from patternc.driver import read
from patternc.frontend.parser import tokens
from patternc.source import Source

ROOT = Path(__file__).resolve().parents[2]
SUBJECTS = tuple(
    path
    for folder in ("patternc/presets", "tests/patterns", "examples")
    for path in sorted((ROOT / folder).glob("*.pat"))
)
STRAY = (
    *("(", ")", "[", "]", "{", "}", ",", ";", ":", "=", "..", "@", "\n"),
    *("+", "-", "*", "//", "%", "**", "&", "|", "!", "==", "<", "and", "or", "not"),
    *("0", "1", "3", "1000000", "0.5", "1K", '"t.npy"'),
    *(
        "attend",
        "where",
        "combine",
        "let",
        "for",
        "in",
        "heads",
        "pattern",
        "module",
        "input",
        "grid",
        "score",
        "require",
    ),
    *("causal", "window", "segment", "head", "lse", "q", "n", "x", "~", "'", "$"),
)
"""Tokens that replace another or are put before it."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A pattern file with one mistake, and what the mistake is."""

    file: Path
    edit: str
    source: Source


def mutants(count: int, seed: int) -> Iterator[Mutant]:
    """`count` mutants, every file and every edit about as often."""
    chosen = random.Random(seed)
    held = [(path, read(path)) for path in SUBJECTS]
    cut = {path: [token for token in tokens(source) if token.type != "COMMENT"] for path, source in held}
    for _ in range(count):
        path, source = chosen.choice(held)
        token = chosen.choice(cut[path])
        start, stop = token.start_pos or 0, token.end_pos or 0
        edit, text = _edit(chosen, str(token))
        line, column = source.position(start)
        yield Mutant(
            path,
            f"{path.name}:{line}:{column} {edit} {str(token)!r} -> {text!r}",
            Source(source.name, source.text[:start] + text + source.text[stop:], source.beside, source.path),
        )


def _edit(chosen: random.Random, token: str) -> tuple[str, str]:
    """The name of an edit, and what stands in the token's place after it."""
    stray: Sequence[str] = STRAY
    match chosen.randrange(4):
        case 0:
            return "deleted", " "
        case 1:
            return "written twice", f"{token} {token}"
        case 2:
            return "replaced", f" {chosen.choice(stray)} "
        case _:
            return "put before", f"{chosen.choice(stray)} {token}"
