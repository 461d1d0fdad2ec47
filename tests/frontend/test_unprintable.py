"""Characters that can't be printed, or that turn text around: escaped wherever text of a file is shown again."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import patternc
from patternc.cli import run
from patternc.codegen.registry import BACKENDS
from patternc.diagnostics import Diagnostic, render
from patternc.driver import REFERENCE
from patternc.source import Source, Span

ODD = "\u202e\x1b[31m\x07\u2066\x85\u2028é😀{}"  # a file's name, but for what follows


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A pattern with a table of such a name, and such a comment."""
    np.save(tmp_path / f"{ODD}.npy", np.ones((2, 3, 3), dtype=bool))
    path = tmp_path / "odd.pat"
    path.write_text(f'pattern odd {{\n    attend blocks(16, table("{ODD}.npy"))  # {ODD}\n}}\n')
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="names of such characters")
@pytest.mark.parametrize("backend", [*(backend.name for backend in BACKENDS), REFERENCE])
def test_generated_files_hold_escapes(backend: str, odd: Path) -> None:
    file, *_ = patternc.compile(odd, backend)
    assert all(char.isprintable() for char in file.text.replace("\n", ""))
    assert "\\u202e\\x1b[31m" in file.text
    tree = ast.parse(file.text)
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    spec = next(
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SPEC"
    )
    assert ast.literal_eval(spec).strip() == odd.read_bytes().decode().strip()
    refusals = [text.format(4, 3) for text in texts if "holds 3 x 3 blocks" in text]
    assert refusals
    assert all(f"{ODD[:-2]}{{}}.npy" in text for text in refusals)


@pytest.mark.skipif(sys.platform == "win32", reason="names of such characters")
def test_the_terminal_gets_no_such_character(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["check"], ["explain"], ["explain", "--query", "0,1", "-n", "40"], ["show", "-n", "40"]):
        assert run([words[0], str(odd), *words[1:]]) == 0
        out, err = capsys.readouterr()
        assert all(char.isprintable() for char in (out + err).replace("\n", ""))
    odd.write_text(odd.read_bytes().decode().replace(".npy", "_gone.npy"))
    for form in ("text", "github"):
        assert run(["check", str(odd), "--format", form]) == 1
        out, err = capsys.readouterr()
        assert all(char.isprintable() for char in (out + err).replace("\n", ""))


def test_colours_let_none_through() -> None:
    one = Diagnostic("P001", "error", ODD, Span(0, 1), ODD, (ODD,), ODD)
    plain, coloured = (render([one], Source("p", "x"), color=color) for color in (False, True))
    assert all(char.isprintable() for char in plain.replace("\n", ""))
    assert coloured.count("\x1b[31m") == 0


def test_turned_text_is_warned_of(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(odd)]) == 0
    said = capsys.readouterr().err
    assert said.count("warning[P042]: line 2 contains U+202E (RIGHT-TO-LEFT OVERRIDE)") == 1
    odd.write_text("# שלום עולם, سلام\u200cها, 👨\u200d👩\npattern odd {\n    attend causal\n}\n")
    assert run(["check", str(odd)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_links_that_lead_to_each_other_are_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.npy").symlink_to("b.npy")
    (tmp_path / "b.npy").symlink_to("a.npy")
    path = tmp_path / "p.pat"
    path.write_text('pattern p { attend blocks(4, table("a.npy")) }')
    assert run(["check", str(path)]) == 1
    assert 'error[P030]: "a.npy" cannot be read: Too many levels of symbolic links' in capsys.readouterr().err


def test_parameters_are_unicode(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p(w=3) { attend window(w) }")
    with pytest.raises(ValueError, match=r"w: '\\udcff' is not Unicode text"):
        patternc.compile(path, w="\udcff")
