"""docs/from-flexattention.md: every `mask_mod` on it admits the same pairs as the pattern beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import ROOT

from patternc.driver import analyse
from patternc.ir import semantics
from patternc.source import Source

PAGE = (ROOT / "docs" / "from-flexattention.md").read_text()
HEADS, N = 4, 64
STARTS = (0, 5, 5, 30, N)
PAIR = re.compile(r"### (?P<title>[^\n]+)\n\n```python\n(?P<code>.*?)```\n\n(?P<pattern>(?: {4}[^\n]+\n)+)", re.DOTALL)
PAIRS = {found["title"]: (found["code"], found["pattern"]) for found in PAIR.finditer(PAGE)}


def mask_mod(code: str) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    names["document_id"] = np.searchsorted(np.array(STARTS), np.arange(N), side="right")
    before = set(names)
    exec(code, names)
    (found,) = (value for name, value in names.items() if name not in before and callable(value))
    return found  # type: ignore[no-any-return]


def test_every_section_is_found() -> None:
    assert len(PAIRS) == PAGE.count("```python") == 16


@pytest.mark.parametrize("title", PAIRS)
def test_pair(title: str) -> None:
    code, statements = PAIRS[title]
    source = Source("page.pat", f"pattern page {{\n{statements}}}\n")
    (pattern,) = analyse(source, {}).meanings
    q, k = np.arange(N)[:, None], np.arange(N)[None, :]
    for h in range(HEADS):
        (counted,) = semantics.multiplicities(pattern, h, q, k, N, HEADS, {"offsets": STARTS})
        asked = mask_mod(code)(0, h, q, k) & np.ones((N, N), bool)
        np.testing.assert_array_equal(counted * np.ones((N, N), int), asked.astype(int))
