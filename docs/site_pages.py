"""What the site has besides the pages of this folder: a list of decisions and pages about presets. Called by mkdocs."""

from __future__ import annotations

import os
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from patternc.cli import run

FOLDER = Path(__file__).resolve().parent
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]\[]+)\]\((?P<target>\.\.?/[^)#]+|[A-Z]+\.md)(?:#[^)]*)?\)")
SHOWN = {
    "longnet": ("-n 16384", "-n 512"),
    "bigbird": ("-n 8192", "-n 512"),
    "video-streaming": ("-n 16384", "-n 64 -D frames=4 -D height=4 -D width=4 -D past=1 -D size=3"),
}
"""Presets that have a page, and its positions: those of the site, and few where `extra.short` of mkdocs.yml says so."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add pages that are written from the repository."""
    build = Path(config.site_dir).parent / "pages"
    build.mkdir(parents=True, exist_ok=True)
    for name, sizes in SHOWN.items():
        path = build / f"{name}.html"
        pattern = FOLDER.parent / "patternc" / "presets" / f"{name}.pat"
        size = sizes[bool(config.extra["short"])].split()
        assert run(["show", os.path.relpath(pattern), *size, "--html", str(path)]) == 0
        files.append(File.generated(config, f"pages/{name}.html", abs_src_path=str(path)))
    files.append(File.generated(config, "decisions.md", content=decisions()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """A page without links to what is in the repository but not on the site: their text is left."""
    here = (FOLDER / page.file.src_uri).parent

    def kept(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(here / found["target"]))
        return found[0] if target.is_relative_to(FOLDER) and target.is_file() else found["text"]

    return LINK.sub(kept, markdown.replace("](decisions/)", "](decisions.md)"))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """A page without what its extensions leave: click's mark of no default, and escapes of | in code in tables."""
    without = html.replace("<code>Sentinel.UNSET</code>", "")
    return re.sub(r"<td.*?</td>", lambda cell: cell[0].replace("\\|", "|"), without, flags=re.DOTALL)


def decisions() -> str:
    """The page that lists the decisions."""
    lines = ["# Decisions\n", "Why the design is what it is, one page for each decision, in the order of time.\n"]
    for path in sorted((FOLDER / "decisions").glob("*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"- [{title}](decisions/{path.name})".replace(". ", "\\. ", 1))
    return "\n".join(lines) + "\n"
