"""Draw the patterns of docs/models.md, each over the positions of its test. Run with `make figures`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from draw_gallery import SIDE, panel

from patternc.analysis.equal_heads import distinct_heads
from patternc.driver import analyse
from patternc.files import write
from patternc.pictures.resolved_pattern import statements
from patternc.pictures.svg import svg
from patternc.source import Source

FOLDER = Path(__file__).resolve().parent
SECTION = re.compile(
    r"### (?P<title>[^\n]+)\n\n```python\n(?P<code>.*?)```\n\n(?P<pattern>(?: {4}[^\n]+\n)+)", re.DOTALL
)
"""A mask function, and the statements of the pattern that is the same."""
HEADS, SHOWN = 4, 2


def pictures() -> Mapping[str, str]:
    """The pictures: name in the folder of the documentation, and text."""
    page = (FOLDER / "models.md").read_text(encoding="utf-8")
    return {
        f"models/{slug(found['title'])}.svg": picture(found["title"], found["pattern"])
        for found in SECTION.finditer(page)
    }


def slug(title: str) -> str:
    """A title as a file name."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


def picture(title: str, lines: str) -> str:
    """The heads of a pattern that differ, side by side."""
    source = Source("models.pat", f"pattern model {{\n{lines}}}\n")
    (pattern,), (written,) = analyse(source, {}).meanings, statements(source, {})
    heads = [head for head, _ in distinct_heads(pattern, HEADS)][:SHOWN]
    return svg(tuple(panel(pattern, written, head) for head in heads), f"{title}, {SIDE} positions")


def main() -> None:
    for name, text in pictures().items():
        write(FOLDER / name, text)


if __name__ == "__main__":
    main()
