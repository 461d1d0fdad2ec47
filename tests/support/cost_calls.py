"""`patternc cost --json`, and the schema of it that docs/cost.md states."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from conftest import ROOT

from patternc.cli import run

PAGE = (ROOT / "docs" / "cost.md").read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """The JSON Schema that the page states."""
    (found,) = re.findall(r"^```json schema\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    made: dict[str, Any] = json.loads(found)
    return made


def made(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(["cost", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found
