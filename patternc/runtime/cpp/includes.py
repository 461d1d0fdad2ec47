"""A C++ source and the headers that it includes, as one text."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

_INCLUDE = re.compile(r'\s*#\s*include\s*"([^"/]+)"')
_ONCE = re.compile(r"\s*#\s*pragma\s+once\b")


def _with_headers(text: str, name: str, header: Callable[[str], str]) -> str:
    """Replace each `#include "..."` by the text of the header: where it is included first, and nowhere else.

    `#line` directives keep the names and lines of a compiler's messages. `header`: the text of the header of that name.
    """
    return "".join(_lines(text, name, header, {name}))


def _lines(text: str, name: str, header: Callable[[str], str], seen: set[str]) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        matched = _INCLUDE.match(line)
        if matched is None:
            yield "\n" if _ONCE.match(line) else f"{line}\n"
        elif (inner := matched[1]) in seen:
            yield "\n"
        else:
            seen.add(inner)
            yield f'#line 1 "{inner}"\n'
            yield from _lines(header(inner), inner, header, seen)
            yield f'#line {number + 1} "{name}"\n'


def _header(library: Path, name: str) -> str:
    """The text of a header of the library, in any of its folders."""
    places = (folder / name for folder in library.iterdir() if folder.is_dir())
    return next((path for path in places if path.is_file()), library / name).read_text(encoding="utf-8")


def _located(path: Path) -> Path:
    """A path as Python found it: it may lead into a zip archive, from which a module was imported."""
    archive = next((one for one in path.parents if one.is_file()), None)
    if archive is None:
        return path
    import zipfile  # here: few modules are in archives

    return zipfile.Path(archive) / path.relative_to(archive).as_posix()  # type: ignore[return-value]  # reads as a path
