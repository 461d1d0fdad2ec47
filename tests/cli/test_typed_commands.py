"""Commands as people type them: lists, lengths, JSON, and what a shell makes of the words in pages and hints."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from conftest import ROOT

from patternc.cli import run
from patternc.cli.quantities import Length, integer
from patternc.diagnostics import Rejected, render
from patternc.driver import analyse
from patternc.source import Source

LISTS = "pattern p(w=[8, 16], r=[1, 2]) { segments w; dilations r; combine lse }"
NUMBER = "pattern p(w=8) { attend window(w, 0) }"
_UNQUOTED = re.compile(r"-D\s+\w+=[^\s'\"`]*[\[\]*?(){}]")
"""A parameter with characters that zsh takes for a file pattern, outside of quotes."""


def said(text: str, **overrides: str) -> str:
    try:
        analyse(Source("p.pat", text), overrides)
    except Rejected as rejected:
        return render(rejected.diagnostics, rejected.source)
    return ""


@pytest.mark.parametrize("text", ["32,64", "32, 64", "[32, 64]", "32,2*32", "1K,2K"])
def test_a_list_needs_no_brackets(text: str) -> None:
    assert (
        analyse(Source("p.pat", LISTS), {"w": text}).meanings
        == analyse(Source("p.pat", LISTS), {"w": text if "[" in text else f"[{text}]"}).meanings
    )
    assert said(LISTS, w=text) == ""


def test_a_list_for_what_is_no_list_says_so() -> None:
    assert "-D w=8,16: `w` must be an integer, as its default is; a list of 2 is not" in said(NUMBER, w="8,16")
    assert "write -D 'w=[8]'" in said(LISTS, w="8")
    assert said(LISTS, w="8,", r="1,") == ""
    assert "`,` is unexpected" in said(LISTS, w="8,,16")


def test_no_page_hint_or_help_has_a_parameter_that_zsh_expands() -> None:
    folders = ("docs", "patternc", "templates", "examples", "benchmarks")
    files = [ROOT / "README.md", *(one for folder in folders for one in sorted((ROOT / folder).rglob("*")))]
    texts = [one for one in files if one.suffix in (".md", ".py", ".pat", ".j2", ".sh", ".svg", ".txt")]
    assert len(texts) > 300
    wrong = [f"{one.relative_to(ROOT)}: {found}" for one in texts for found in _UNQUOTED.findall(one.read_text())]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "value"), [("1", 1), ("64K", 65536), ("64k", 65536), ("1M", 1 << 20), (" 8192 ", 8192), ("1G", None)]
)
def test_lengths(text: str, value: int | None) -> None:
    assert integer(text) == value


@pytest.mark.parametrize("text", ["", "K", "-1K", "1.5K", "0", "0K", "2M", "1_000"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        Length(1 << 20).convert(text, None, None)


def test_every_command_that_takes_a_length_takes_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(NUMBER)
    for words in (
        ["cost", "-n", "4K"],
        ["show", "-n", "1K", "--rows", "0:1K"],
        ["explain", "--query", "0,1K", "-n", "2K"],
    ):
        assert run([words[0], str(path), *words[1:]]) == 0
        assert re.search("4,096|1024|1,024", capsys.readouterr().out)
    assert run(["cost", str(path), "-n", "1G"]) == 2
    assert "'1G' is not a length, such as 8192, 64K (65536) or 1M (1048576)" in capsys.readouterr().err


def test_json_is_data_or_points_to_the_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(NUMBER)
    for words in (["list"], ["targets"], ["cost", str(path), "-n", "64"], ["diff", str(path), str(path)]):
        assert run([*words, "--json"]) == 0
        json.loads(capsys.readouterr().out)
    for name in ("check", "fmt", "explain", "show", "build"):
        assert run([name, str(path), "--json"]) == 2
        assert "Findings are written as JSON with --format json" in capsys.readouterr().err
    for name in ("cost", "diff", "verify", "bench"):
        assert run([name, *[str(path)] * (1 + (name == "diff")), "--json", "--format", "json"]) == 2
        assert "--json and --format can't be combined" in capsys.readouterr().err


@pytest.mark.long
def test_verify_and_bench_print_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(NUMBER)
    assert run(["verify", str(path), "--dtype", "float32", "-n", "40", "--json"]) == 0
    (row,) = json.loads(capfd.readouterr().out)
    assert row["pattern"] == "p"
    assert 0 < row["errors"]["out"] < 2e-6
    assert row["errors"]["sink"] is None
    assert row["too_large"] == ""


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "p.pat", tmp_path / "out"
    path.write_text(NUMBER)
    assert run(["build", str(path), "-o", str(out), "--check"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert f"{out / 'p_torch.py'} is missing: {path}:1 compiles to it" in shown.err
    assert len(shown.err.splitlines()) <= 12  # of the package, the module and the reference
    assert run(["build", str(path), "-o", str(out)]) == 0
    (out / "p_torch.py").write_text("changed\n")
    capsys.readouterr()
    assert run(["build", str(path), "-o", str(out), "--check"]) == 1
    assert "-changed" in capsys.readouterr().out


def test_carets_end_where_the_line_ends() -> None:
    text = "pattern p {\n    heads 0..1 { attend causal }\n    attend window(3,   \n        0)\n}\n"
    lines = said(text).splitlines()
    (place,) = [i for i, line in enumerate(lines) if "attend window" in line and line.startswith("3 |")]
    assert lines[place + 1].rindex("^") == len(lines[place]) - 1


def test_the_package_is_a_command() -> None:
    words = [sys.executable, "-m", "patternc", "list"]
    assert "longnet" in subprocess.run(words, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("mask", "form"),
    [
        ("window(-1, 0)", "causal"),
        ("window(right=0, left=-1)", "causal"),
        ("window(-1, -1)", "full"),
        ("window(-1, 7)", "when(k <= q + 7)"),
        ("window(7, -1)", "when(k >= q - 7)"),
        ("window(0, -1)", "when(k >= q)"),
        ("prefix(10)", "first(10)"),
        ("padding(10)", "first(10)"),
        ("document(10)", "segment(10)"),
    ],
)
def test_what_other_libraries_write_is_answered_with_a_form(mask: str, form: str) -> None:
    shown = said(f"pattern p {{ attend {mask} }}")
    assert shown.count("error[") == 1
    assert f"write `{form}`" in shown
    assert said(f"pattern p {{ attend {form} }}") == ""
