"""Every `mask_mod` of docs/from-flexattention.md and docs/models.md admits the same pairs as the pattern after it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Goldens

from patternc.driver import analyse
from patternc.ir import semantics
from patternc.source import Source

sys.path.insert(0, str(ROOT / "docs"))

from draw_models import SECTION, pictures

PAGES = {name: (ROOT / "docs" / f"{name}.md").read_text() for name in ("from-flexattention", "models")}
HEADS, N = 4, 64
STARTS = (0, 5, 5, 30, N)
PAIRS = {
    found["title"]: (found["code"], found["pattern"]) for page in PAGES.values() for found in SECTION.finditer(page)
}


def mask_mod(code: str) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    names["document_id"] = np.searchsorted(np.array(STARTS), np.arange(N), side="right")
    before = set(names)
    exec(code, names)
    (found,) = (value for name, value in names.items() if name not in before and callable(value))
    return found  # type: ignore[no-any-return]


def test_every_section_is_found() -> None:
    assert len(PAIRS) == sum(page.count("```python") for page in PAGES.values()) == 17 + 12


@pytest.mark.parametrize("title", PAIRS)
def test_pair(title: str) -> None:
    code, statements = PAIRS[title]
    source = Source("page.pat", f"pattern page {{\n{statements}}}\n")
    (pattern,) = analyse(source, {}, targets=()).meanings
    q, k = np.arange(N)[:, None], np.arange(N)[None, :]
    for h in range(HEADS):
        (counted,) = semantics.multiplicities(pattern, h, q, k, N, HEADS, {"offsets": STARTS})
        asked = mask_mod(code)(0, h, q, k) & np.ones((N, N), bool)
        np.testing.assert_array_equal(counted * np.ones((N, N), int), asked.astype(int))


def test_every_model_is_drawn(golden: Goldens) -> None:
    found = pictures()
    assert all(f"({name})" in PAGES["models"] for name in found)
    golden.tree("docs/models", {name.removeprefix("models/"): text for name, text in found.items()})
