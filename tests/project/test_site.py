"""The documentation as a site: links have targets, pages a place in the menu, and nothing is loaded from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

LOADED = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]+(?:src|href)="(?P<address>https?:[^"]+)"')


@pytest.mark.long
def test_the_site_is_whole_and_loads_nothing(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    settings = {"NO_MKDOCS_2_WARNING": "1", "SITE_SHORT": "true"}
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, **settings}
    )
    assert done.returncode == 0, done.stderr
    assert "not included in the" not in done.stderr, done.stderr  # pages that the menu lacks
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    loaded = {found["address"] for page in pages for found in LOADED.finditer(page.read_text(encoding="utf-8"))}
    assert loaded == set()
    assert '<script src="iframe-worker.js">' in (site / "index.html").read_text(encoding="utf-8")
    assert (site / "search" / "search_index.js").stat().st_size > 100_000  # what a page opened from a disk searches
    assert "patternc verify" in (site / "reference" / "commands.html").read_text(encoding="utf-8")


def test_the_readme_is_short_and_its_links_have_targets() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src)=\"([^\"]+)\"", text)
    assert len(targets) > 30
    assert [name for found in targets for name in found if name and not (ROOT / name).exists()] == []
