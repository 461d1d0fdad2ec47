"""Code blocks of documentation pages."""

from __future__ import annotations

import re
from pathlib import Path

BLOCK = re.compile(r"^```(?P<language>pat|console|python|text|toml)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)


def write_pattern(code: str) -> None:
    name = re.match(r"# (\S+\.pat)\n", code)
    assert name, f"the first line names the file: {code}"
    Path(name[1]).write_text(code, encoding="utf-8")
