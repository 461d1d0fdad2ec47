"""Every code block of the tutorial and the API pages runs, and prints what the page shows.

A page is read from top to bottom in one empty folder. A block of `pat` whose first line is `# NAME.pat` is written to
that file, one of `toml` to pyproject.toml. `$ patternc ...` in a block of `console` is run, and its output is golden. A
block of `python` is executed: its output is the block of `text` after it, which is golden, or the comments at the ends
of its `print(...)` lines.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Goldens
from doc_blocks import BLOCK, write_pattern

from patternc.cli import run

PAGES = (
    *("README.md", "docs/tutorial.md", "docs/command-line.md", "docs/generated-modules.md", "docs/python-api.md"),
    *(
        "docs/inputs.md",
        "docs/limits.md",
        "docs/how-to/serving.md",
        "docs/how-to/streaming.md",
        "docs/how-to/vision.md",
        "docs/how-to/ci.md",
        "docs/how-to/editors.md",
    ),
    *("docs/how-to/hugging-face.md", "docs/how-to/flexattention.md"),
)
PRINTED = re.compile(r"^ *print\(.*\)  # (?P<text>.*)\n", re.MULTILINE)
NOT_RUN = ("README.md", "python")
"""The README's Python needs tensors that only its reader has."""


@pytest.mark.parametrize("page", PAGES)
def test_every_block_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], golden: Goldens
) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("CXX", "none")  # torch modules: compiling those of all pages takes minutes
    monkeypatch.syspath_prepend(tmp_path)
    blocks = [(found["language"], found["code"]) for found in BLOCK.finditer(text)]
    shown = list(results(page, blocks, capsys))
    assert shown
    golden(page, BLOCK.sub(lambda _: shown.pop(0), text))


def results(page: str, blocks: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """The blocks as the page should have them."""
    names: dict[str, Any] = {}
    printed = ""
    for (language, code), (following, _) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        match language:
            case "pat":
                write_pattern(code)
            case "toml":
                assert code.startswith("# pyproject.toml\n")
                Path("pyproject.toml").write_text(code, encoding="utf-8")
            case "console":
                code = "".join(session(code, capsys))
            case "text":
                code = printed
            case _ if (page, language) != NOT_RUN:
                printed = output_of(code, names, capsys)
                assert following == "text" or printed == "".join(f"{one['text']}\n" for one in PRINTED.finditer(code))
        yield f"```{language}\n{code}```"


def session(code: str, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    """The commands of a console, each followed by what it prints."""
    for line in code.splitlines():
        if line.startswith("$ "):
            program, *words = shlex.split(line.removeprefix("$ "))
            assert program == "patternc"
            capsys.readouterr()
            run(words)
            said = capsys.readouterr()
            yield f"{line}\n{said.out}{said.err}"


def output_of(code: str, names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> str:
    """What a block of Python prints; it sees the names of the blocks before it."""
    import torch

    torch.manual_seed(0)
    capsys.readouterr()
    exec(compile(code, "page", "exec"), names)
    return capsys.readouterr().out
