"""The documentation as a site: links have targets, pages a place in the menu, and nothing is loaded from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import patternc

LOADED = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]+(?:src|href)="(?P<address>https?:[^"]+)"')


def site_of(folder: Path, **settings: str) -> Path:
    """The site, built into a folder."""
    site = folder / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)]
    settings = {"NO_MKDOCS_2_WARNING": "1", "SITE_SHORT": "true", **settings}
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, **settings}
    )
    assert done.returncode == 0, done.stderr
    assert "not included in the" not in done.stderr, done.stderr  # pages that the menu lacks
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    loaded = {found["address"] for page in pages for found in LOADED.finditer(page.read_text(encoding="utf-8"))}
    assert loaded == set()
    return site


@pytest.mark.long
def test_pages_are_folders_and_load_nothing(tmp_path: Path) -> None:
    site = site_of(tmp_path)
    assert "patternc verify" in (site / "reference" / "commands" / "index.html").read_text(encoding="utf-8")
    index = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="tutorial/"' in index
    assert 'href="pages/longnet.html"' in index  # which is a whole page by itself
    assert (site / "pages" / "longnet.html").exists()
    assert (site / "search" / "search_index.json").stat().st_size > 100_000


@pytest.mark.long
def test_the_site_for_a_disk_has_pages_that_are_files(tmp_path: Path) -> None:
    site = site_of(tmp_path, SITE_OFFLINE="true")
    assert "patternc verify" in (site / "reference" / "commands.html").read_text(encoding="utf-8")
    index = (site / "index.html").read_text(encoding="utf-8")
    assert 'href="tutorial.html"' in index
    assert '<script src="iframe-worker.js">' in index
    assert (site / "search" / "search_index.js").stat().st_size > 100_000  # what a page opened from a disk searches


def test_every_public_function_is_on_the_page_of_functions() -> None:
    page = (ROOT / "docs" / "reference" / "functions.md").read_text(encoding="utf-8")
    functions = {name for name in patternc.__all__ if not isinstance(getattr(patternc, name), type)}
    assert {line.removeprefix("::: patternc.") for line in page.splitlines() if line.startswith(":::")} == functions


def test_the_first_page_begins_with_a_number_and_a_picture() -> None:
    """Before any code and any list; the number is the README's."""
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    above = text[: text.index("```")]
    (fast,) = re.findall(r'<p class="number"><strong>([\d.]+ ms)</strong> instead of ', above)
    (slow,) = re.findall(r"instead of ([\d.]+ ms) with FlexAttention", above)
    assert f"| {fast} | {slow} |" in (ROOT / "README.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"!\[[^\]]+\]\((\w+\.svg)\)", above)
    assert (ROOT / "docs" / picture).exists()
    assert above.count("\n") < 25


def test_the_readme_is_short_and_its_links_have_targets() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src)=\"([^\"]+)\"", text)
    assert len(targets) > 30
    assert [name for found in targets for name in found if name and not (ROOT / name).exists()] == []
