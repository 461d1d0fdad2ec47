"""The walks of docs/extending.md, made on a copy of the repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "extending.md").read_text()
SECTIONS = dict(re.findall(r"^## ([^:]+): [^\n]*\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
BLOCK = re.compile(r"(?:`(?P<path>[\w/]+\.[\w.]+)`(?:(?!```).)*?)?```(?P<kind>\w+)\n(?P<text>.*?)```\n", re.DOTALL)


def walk(section: str, folder: Path) -> list[tuple[str, str]]:
    """Do what a section says, and return what its commands print beside what it says they do."""
    path, found = Path(), []
    for block in BLOCK.finditer(section):
        path, text = Path(block["path"] or path), block["text"]
        match block["kind"]:
            case "python" | "jinja":
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(text)
            case "diff":
                old, new = (
                    "".join(line[1:] for line in text.splitlines(True) if line[0] in kept) for kept in (" -", " +")
                )
                whole = (folder / path).read_text()
                assert whole.count(old) == 1, f"{path}: {old}"
                (folder / path).write_text(whole.replace(old, new))
            case "pattern":
                name = text.split()[1]
                (folder / f"{name}.pat").write_text(text)
            case "console":
                command, _, said = text.removeprefix("$ patternc ").partition("\n")
                found.append((run(folder, *shlex.split(command)), said))
    return found


def run(folder: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PATTERNC_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "patternc", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("title", ["A primitive", "A backend", "A transform"])
def test_walk(title: str, tmp_path: Path) -> None:
    for name in ("patternc", "grammar", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests/oracles", tmp_path / "tests/oracles")
    shown = walk(SECTIONS[title], tmp_path)
    assert shown
    for printed, said in shown:
        exact = re.sub(r"\d\.\de-\d\d", "number", printed), re.sub(r"\d\.\de-\d\d", "number", said)
        assert exact[0] == exact[1]
