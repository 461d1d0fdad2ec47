"""The table `[tool.patternc]` of a project's `pyproject.toml`: files, outputs, backends, parameters and warnings."""

from __future__ import annotations

import codecs
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from patternc.diagnostics import CODES, WARNINGS, Diagnostic, Policy, Rejected, nearest
from patternc.driver import decode
from patternc.frontend.check.overrides import Keywords
from patternc.pattern_paths import files_of
from patternc.source import Source, Span

NAME = "pyproject.toml"
_LISTS = ("files", "backends", "allow", "deny")
_TEXTS = ("output", "target", "runtime")
_KEYS = (*_LISTS, *_TEXTS, "parameters")
_HEADER = re.compile(r"\s*\[+\s*tool\s*\.\s*\"?patternc\"?\s*(?:\.\s*(.*?))?\s*\]+\s*(?:#.*)?")
_MENTIONED = re.compile(rb"\btool\s*\.\s*[\"']?patternc\b|^\s*\[\s*tool\s*\]", re.MULTILINE)
"""Whether a file may have the table; most have not, and are not parsed."""
_OTHER = re.compile(r"\s*\[")
_GLOBS = "globs are relative to the folder of this file; wildcards leave out hidden folders and those of packages"


@dataclass(frozen=True, slots=True)
class Config:
    """The table of a project. Paths are relative to `folder`, which holds the file.

    `files`: globs. `parameters`: for globs of files, values of parameters as texts of the pattern language.
    """

    folder: Path
    files: tuple[str, ...] = ()
    output: str | None = None
    backends: tuple[str, ...] = ()
    target: str | None = None
    runtime: str | None = None
    policy: Policy = field(default_factory=Policy)
    parameters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def paths(self) -> tuple[str, ...]:
        """The pattern files, relative to the current folder, each once and sorted within a glob.

        The files of a project inside this one are among them if its own `files` has them, or if it has no `files`.

        Raises:
            Rejected: the table of a project inside this one has mistakes; holds all of them.
        """
        return tuple(_near(path) for path in self._files())

    def holds(self, path: Path) -> bool:
        """Whether a file is one of the pattern files."""
        return any(path.samefile(file) for file in self._files())

    def _files(self) -> tuple[Path, ...]:
        found = dict.fromkeys(absolute(path) for glob in self.files for path in files_of(glob, self.folder))
        inner = {folder: self._inside(folder) for folder in {path.parent for path in found}}
        listed = {path for table in inner.values() if table is not None for path in table._files()}
        free = {folder for folder, table in inner.items() if table is None or not table.files}
        return tuple(path for path in found if path.parent in free or path in listed)

    def _inside(self, folder: Path) -> Config | None:
        """The nearest table for the files of a folder, if it is that of a project inside this one."""
        if not folder.is_relative_to(self.folder):
            return None
        between = takewhile(lambda one: one != self.folder, (folder, *folder.parents))
        return next((table for one in between if (table := _table_in(one))), None)

    @property
    def output_folder(self) -> str | None:
        """The folder of generated files, relative to the current folder."""
        return None if self.output is None else _near(self.folder / self.output)

    def parameters_of(self, path: str | os.PathLike[str]) -> Keywords:
        """The values of the parameters of a file; later globs win."""
        file, keywords = Path(os.path.realpath(path)), Keywords()
        entered = {*file.parents, *absolute(path).parents}
        for glob, values in self.parameters.items():
            if any(os.path.realpath(one) == os.fspath(file) for one in files_of(glob, self.folder, entered)):
                keywords.update(values)
        return keywords


def absolute(path: str | os.PathLike[str]) -> Path:
    """A path from the root of the file system, without `..`. A link stays one: it belongs to the project it is in."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def find(start: Path) -> Config | None:
    """The configuration of the nearest folder, from `start` upwards, whose `pyproject.toml` has the table.

    Raises:
        Rejected: it has mistakes; holds all of them.
        OSError: a file can't be read.
    """
    return next((table for folder in (start, *start.parents) if (table := _table_in(folder))), None)


def of_file(path: str | os.PathLike[str]) -> Config | None:
    """The configuration of the project that a file belongs to: the nearest, from its folder upwards.

    Raises:
        Rejected: it has mistakes; holds all of them.
        OSError: a file can't be read.
    """
    return find(absolute(path).parent)


def _table_in(folder: Path) -> Config | None:
    """The configuration of a folder, if its `pyproject.toml` has the table; a byte order mark before it is skipped."""
    file = folder / NAME
    if not file.is_file():
        return None
    data = file.read_bytes().removeprefix(codecs.BOM_UTF8)
    return _read(folder, decode(NAME, data, path=_near(file))) if _MENTIONED.search(data) else None


def _near(path: Path) -> str:
    """A path relative to the current folder, if it is below it or beside it."""
    return os.path.relpath(path)


def _read(folder: Path, source: Source) -> Config | None:
    import tomllib  # here: few projects have the table

    try:
        tool = tomllib.loads(source.text).get("tool")
    except tomllib.TOMLDecodeError as error:
        raise Rejected(source, (_problem(f"not TOML: {error}", None, "mend the file"),)) from None
    table = tool.get("patternc") if isinstance(tool, dict) else None
    if not isinstance(table, dict):
        return None
    problems = tuple(_problems(table, folder, source))
    if problems:
        raise Rejected(source, problems)
    return Config(
        folder,
        tuple(table.get("files", ())),
        table.get("output"),
        tuple(table.get("backends", ())),
        table.get("target"),
        table.get("runtime"),
        Policy(frozenset(table.get("allow", ())), frozenset(table.get("deny", ()))),
        {
            glob: {name: language_text(value) for name, value in values.items()}
            for glob, values in table.get("parameters", {}).items()
        },
    )


def language_text(value: object) -> str:
    """A value of Python or TOML as pattern-language text, as written after `-D NAME=`.

    Arrays and tensors of no dimension are numbers, and others are lists.

    Raises:
        TypeError: it is none that the language has; the message says what there is.
    """
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, (list, tuple, range)):
        return f"[{', '.join(map(language_text, value))}]"
    known = isinstance(value, (str, int, float)) and not isinstance(value, bool)
    if not known or (isinstance(value, float) and not math.isfinite(value)):
        raise TypeError(f"{value!r}, must be an integer, a finite number, a list, or a text of the pattern language")
    return str(value)


# ---- mistakes --------------------------------------------------------------------------------------------------------
def _problems(table: Mapping[str, object], folder: Path, source: Source) -> Iterator[Diagnostic]:
    for key, value in table.items():
        span = _span(source, key)
        if key not in _KEYS:
            yield _problem(f"`{key}` is not a key of [tool.patternc]", span, nearest(key, _KEYS))
        elif key in _LISTS and not _is_list(value):
            yield _problem(f"`{key}` is {value!r}, must be a list of texts", span, f"write {key} = [...]")
        elif key in _TEXTS and not isinstance(value, str):
            yield _problem(f"`{key}` is {value!r}, must be a text", span, f'write {key} = "..."')
        elif key == "parameters":
            yield from _wrong_parameters(value, folder, source)
        else:
            known = _known(key)
            for one in (value,) if isinstance(value, str) else value if isinstance(value, list) else ():
                if known and one not in known:
                    help_ = nearest(one, known)
                    yield _problem(f"`{key}` names {one!r}, which does not exist", _span(source, key, one), help_)
                if key == "files" and not files_of(one, folder):
                    message = f"no file matches {one!r}"
                    yield _problem(message, _span(source, key, one), _GLOBS)


def _wrong_parameters(value: object, folder: Path, source: Source) -> Iterator[Diagnostic]:
    span = _span(source, "parameters")
    if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
        help_ = 'write [tool.patternc.parameters."FILE.pat"], and below it NAME = VALUE'
        yield _problem("`parameters` must be a table for each file", span, help_)
        return
    for glob, values in value.items():
        if not files_of(glob, folder):
            yield _problem(f"no file matches {glob!r}", _span(source, "parameters", glob), "name a file of `files`")
        for name, one in values.items():
            try:
                language_text(one)
            except TypeError as error:
                yield _problem(
                    f"parameter `{name}` is {error}", _span(source, name), "write a number, a list or a text"
                )


def _known(key: str) -> tuple[str, ...]:
    """The values that a key may have, as a phrase; empty if it may have any."""
    match key:
        case "allow":
            return tuple(CODES)
        case "deny":
            return (WARNINGS, *CODES)
        case "target":
            from patternc.targets import TARGETS

            return tuple(target.name for target in TARGETS)
        case "backends":
            from patternc.codegen.registry import BACKENDS

            return tuple(backend.name for backend in BACKENDS)
        case "runtime":
            from patternc.codegen.emit import Runtime

            return tuple(runtime.value for runtime in Runtime)
        case _:
            return ()


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _problem(message: str, span: Span | None, help_: str) -> Diagnostic:
    return Diagnostic("P052", "error", message, span, help=help_)


def _span(source: Source, key: str, value: str = "") -> Span | None:
    """The span of a key of the table, or of one of its values; None if the file spells the key with dots or so."""
    for start, line, inner in _lines(source.text):
        matched = re.match(rf"\s*([\"']?){re.escape(key)}\1\s*[=.]", line)
        at = start + line.index(key) if matched or key in inner else None
        if at is not None:
            wanted, begin = (value, source.text.find(value, at)) if value else (key, at)
            return Span(begin, begin + len(wanted)) if begin >= 0 else Span(at, at + len(key))
    return None


def _lines(text: str) -> Iterable[tuple[int, str, str]]:
    """The lines of the table and of those in it, with their offsets; of a header also what it names in the table."""
    inside, start = False, 0
    for line in text.splitlines(keepends=True):
        header = _HEADER.fullmatch(line.rstrip("\n"))
        inside = header is not None or (inside and not _OTHER.match(line))
        if inside:
            yield start, line, (header[1] or "") if header else ""
        start += len(line)
