"""Every code of a diagnostic has a page; its example is reported as the page says, and its remedy is one."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, Goldens

from patternc.cli import run
from patternc.cli.verify import _described
from patternc.diagnostics import CODES
from patternc.resources import explanation

PAGES = Path("patternc") / "explanations"
HEADINGS = ("## Example", "## Report", "## Remedy")


@dataclass(frozen=True)
class Page:
    """The sections of a page, as they are written."""

    head: str
    example: str
    report: str
    remedy: str

    def text(self) -> str:
        sections = (self.head, self.example, self.report, self.remedy)
        return "".join(part for pair in zip(("", *HEADINGS), sections, strict=True) for part in pair)


def page_of(code: str) -> Page:
    head, rest = explanation(code).split(HEADINGS[0])
    example, rest = rest.split(HEADINGS[1])
    return Page(head, example, *rest.split(HEADINGS[2]))


def block(section: str) -> tuple[list[str], str]:
    """The indented part of a section: the words of its command, and the file below it; each may be empty."""
    lines = [line.removeprefix("    ") for line in section.splitlines() if line.startswith("    ") or not line]
    text = "\n".join(lines).strip("\n")
    command, _, pattern = text.partition("\n") if text.startswith("$ patternc ") else ("", "", text)
    return shlex.split(command.removeprefix("$ patternc ")), f"{pattern}\n".lstrip("\n")


def unchanged(_folder: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    """The file alone shows it."""


def repeat_the_mistake(folder: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "example.pat"
    file.write_text(file.read_text().replace("# and 100 more such lines\n", "atend causal\n" * 100))


def save_as_latin(folder: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "example.pat"
    file.write_bytes(file.read_text(encoding="utf-8").encode("latin-1"))


def configure(folder: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "example.pat").rename(folder / "pyproject.toml")


def build_of_another(folder: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "example.pat"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "pattern removed { attend full }\n", encoding="utf-8")
    assert run(["build", "example.pat", "-o", "out"]) == 0
    file.write_text(text, encoding="utf-8")


def verify_nothing(_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patternc.testing.compare.Errors.passed", property(lambda _: False))
    monkeypatch.setattr("patternc.cli.verify._calls", lambda found: _described(found[0].shape))


def bench_in_vain(_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: subprocess.CompletedProcess[str] = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr("patternc.cli.bench.subprocess.run", lambda *_, **__: ended)


BEFORE: dict[str, Callable[[Path, pytest.MonkeyPatch], None]] = {
    "P004": repeat_the_mistake,
    "P005": save_as_latin,
    "P038": build_of_another,
    "P040": verify_nothing,
    "P043": bench_in_vain,
    "P052": configure,
}
"""What makes an example fail besides its text."""

EACH_FILE = {"P037": 3, "P038": 2}
"""Reported of a module and of its reference."""

REPORTED_ONLY = {"P005", "P030", "P038", "P040", "P043", "P052"}
"""What another file, or nothing that is written here, mends."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def findings(
    command: list[str], pattern: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[str]]:
    """The exit code of a command on a file, and what it found."""
    if pattern.strip():
        (folder / "example.pat").write_text(pattern.replace("<U+202E>", "\u202e"), encoding="utf-8")
    capsys.readouterr()
    code = run(command)
    lines = capsys.readouterr().err.splitlines(keepends=True)
    first = next((i for i, line in enumerate(lines) if line.startswith(("error[", "warning["))), len(lines))
    return code, "".join(lines[first:]).rstrip("\n").split("\n\n")


@pytest.mark.parametrize("code", CODES)
def test_the_example_is_reported_as_the_page_says(
    code: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], golden: Goldens
) -> None:
    page = page_of(code)
    command, pattern = block(page.example)
    command = command or ["check", "example.pat"]
    (folder / "example.pat").write_text(pattern, encoding="utf-8")
    BEFORE.get(code, unchanged)(folder, monkeypatch)
    _, found = findings(command, "" if code in BEFORE else pattern, folder, capsys)
    reports = [one for one in found if one.partition(": ")[0] in (f"error[{code}]", f"warning[{code}]")]
    assert len(reports) == EACH_FILE.get(code, 1)
    assert len(found) == len(reports) or code == "P004"
    shown = "\n".join(f"    {line}".rstrip() for line in "\n\n".join(reports).splitlines())
    head = f"# {code}: {CODES[code]}\n{page.head.partition(chr(10))[2]}"
    golden(PAGES / f"{code}.md", Page(head, page.example, f"\n\n{shown}\n\n", page.remedy).text())


@pytest.mark.parametrize("code", CODES)
def test_the_remedy_is_one(code: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = page_of(code)
    (broken, pattern), (mending, mended) = block(page.example), block(page.remedy)
    if not mending and not mended.strip():
        assert code in REPORTED_ONLY
        return
    command = mending or broken or ["check", "example.pat"]
    assert findings(command, mended if mended.strip() else pattern, folder, capsys) == (0, [""])


def test_no_page_without_its_code() -> None:
    assert {path.stem for path in (ROOT / PAGES).iterdir()} == set(CODES)


def test_the_index_holds_every_page(golden: Goldens) -> None:
    """`docs/diagnostics.md`, made of the pages."""
    rows = [f"| [{code}](#{_anchor(f'{code}: {title}')}) | {title} |" for code, title in CODES.items()]
    pages = [explanation(code).replace("\n## ", "\n### ").replace("# ", "## ", 1) for code in CODES]
    golden("docs/diagnostics.md", "\n".join((INTRODUCTION, *rows, "", *pages)))


INTRODUCTION = """<!-- Written by `pytest --update-goldens` from the pages of patternc/explanations. -->
# Errors and warnings

What `patternc` reports has a code, and each code has a page, which `patternc explain P012` prints: what it means, the
smallest example with the report it causes, and what to do. All of them:

| code | meaning |
|---|---|"""


def _anchor(heading: str) -> str:
    """What a Markdown viewer calls a heading."""
    return "".join(char for char in heading.lower().replace(" ", "-") if char.isalnum() or char == "-")


def test_explain_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("P012", "p012"):
        assert run(["explain", word]) == 0
        assert capsys.readouterr().out == explanation("P012")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["P12"], "there is no code P12; did you mean `P012`?"),
        (["P099"], "there is no code P099; did you mean"),
        (["P012", "--after", "lower"], "P012 is the code of a diagnostic: leave out --after"),
    ],
)
def test_what_no_page_answers(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_a_file_may_be_named_like_a_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "P012").write_text("pattern p { attend causal }\n")
    assert run(["explain", "./P012"]) == 0
    assert capsys.readouterr().out.startswith("-- after check")
