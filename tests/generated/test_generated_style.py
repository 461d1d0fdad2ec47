"""Generated files stand in the form of `ruff format` and pass `ruff check` at 120 columns, whatever their pattern."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from directives import without_directives

from patternc.api import backend_named
from patternc.driver import REFERENCE, analyse, modules, references
from patternc.source import Source
from patternc.targets import TARGETS

WINDOW = "attend window(4)\n where causal"
PATTERNS = (
    ("p", WINDOW),
    ("made", "attend segment(4, dilation=2)\n combine mean"),
    ("a" * 40, WINDOW),
    ("rows", "attend when((q * q) % 7 == 1)"),
    ("keys", "attend when((k * k) % 7 == 1) & window(9)"),
    ("by_head", "heads 0..2 { attend window(3) }\n heads 2.. { attend when((h * k) % 7 == 1) }"),
    ("chosen", "attend blocks(8, topk(2))"),
    ("chosen_first", "attend blocks(8, topk(2)) & first(16)"),
    ("chosen_padded", "input lengths: lengths\n attend blocks(8, topk(2)) & padding(@lengths)"),
    ("drawn", "attend blocks(8, random(3, seed=1))"),
    ("documents", "input offsets: offsets\n attend document(@offsets)"),
    ("one_sum", "attend causal\n attend full\n combine sum"),
    ("never", f"{WINDOW}\n require head_dim == 7"),
    ("box", "grid 6 x 6\n attend box(3, 3)"),
)

LONG, OTHER = "n" * 40, "o" * 40
TWO = f"input {LONG}: lengths\n input {OTHER}: lengths"
LAYER = "}\nmodule Layer {\n pattern layer_long\n embed 64\n heads 4\n dropout 0.1"
NAMED = (
    ("bias", f"input {LONG}: table(heads, 9)\n attend causal\n score bias(@{LONG})"),
    ("sink", f"input {LONG}: table(heads)\n attend causal\n score sink(@{LONG})"),
    ("lengths", f"input {LONG}: lengths\n attend blocks(8, window(1)) & padding(@{LONG})"),
    ("offsets", f"input {LONG}: offsets\n attend blocks(8, document(@{LONG}))"),
    (
        "documents_long",
        f"input {LONG}: offsets\n input {OTHER}: lengths\n attend document(@{LONG})\n where padding(@{OTHER})",
    ),
    ("topk_long", f"{TWO}\n attend blocks(8, topk(2)) & padding(@{LONG})\n attend prefix(@{OTHER})\n combine lse"),
    (
        "tables_long",
        f"input {LONG}: table(heads, 9)\n attend first(3)\n attend causal\n combine mean\n score bias(@{LONG})",
    ),
    ("drawn_long", f"input {LONG}: lengths\n attend blocks(8, random(3, seed=1)) & padding(@{LONG})"),
    ("layer_long", f"{TWO}\n attend causal & padding(@{LONG})\n{LAYER}"),
)
"""Inputs with names that are long for a line."""


@pytest.mark.parametrize("backend", ["torch", "triton", REFERENCE])
def test_files_are_formatted_and_pass_the_linter(backend: str, tmp_path: Path) -> None:
    for name, body in (*PATTERNS, *NAMED):
        source = Source("made.pat", f"pattern {name} {{\n {body}\n}}\n")
        if backend == REFERENCE:
            (file,) = references(analyse(source, {}, targets=()))
        else:
            (file,) = modules(analyse(source, {}, targets=()), backend_named(backend), TARGETS[0])
        (tmp_path / file.name).write_text(without_directives(file.text))
    for command in (["format", "--check", "--diff"], ["check", "--output-format", "concise"]):
        settings = ["--no-cache", "--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
        line = [sys.executable, "-m", "ruff", *command, *settings]
        found = subprocess.run(line, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr
