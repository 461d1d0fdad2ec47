"""The compiler from end to end: pattern text in, generated files out."""

from __future__ import annotations

import errno
import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from patternc.analysis.findings import audit, lint
from patternc.codegen.emit import Origin, render
from patternc.diagnostics import Diagnostic, Rejected, undecodable
from patternc.files import File
from patternc.frontend.check import check
from patternc.frontend.lower import lower
from patternc.frontend.parser import parse, snippet
from patternc.ir.mask import Pattern
from patternc.source import Source, is_unicode, printable
from patternc.targets import TARGETS, Target, target_named
from patternc.transforms import PASSES

if TYPE_CHECKING:
    from patternc.codegen.registry import Backend

LARGEST_FILE = 64 << 20  # bytes of a table file that a pattern may name
REFERENCE = "reference"
"""The backend name that stands for the reference file, which defines the meaning of a pattern."""
Observe = Callable[[str, Pattern], None]


def ignore(_stage: str, _pattern: Pattern) -> None:
    """The observer that does nothing."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The patterns of a source as written, the same patterns after the passes, and the warnings."""

    meanings: tuple[Pattern, ...]
    normals: tuple[Pattern, ...]
    warnings: tuple[Diagnostic, ...]


def analyse(source: Source, overrides: Mapping[str, str], observe: Observe = ignore) -> Analysis:
    """Text to checked mask IR.

    Args:
        source: the pattern file.
        overrides: parameter values, as written after `-D`.
        observe: called with every pattern after every stage.

    Raises:
        Rejected: the source has errors; holds all of them.
    """
    tree = parse(source)
    program = check(tree, source, overrides)
    meanings = lower(program)
    normals = tuple(_run_passes(meaning, observe) for meaning in meanings)
    pairs = zip(meanings, normals, strict=True)
    faults = tuple(finding for meaning, normal in pairs for finding in audit(meaning, normal))
    refused = any(finding.code == "P044" for finding in faults)  # then there is no normal form to inspect
    hints = zip(program.patterns, meanings, normals, strict=True) if not refused else ()
    findings = (*faults, *(finding for patterns in hints for finding in lint(*patterns)))
    if any(finding.severity == "error" for finding in findings):
        raise Rejected(source, (*program.warnings, *findings))
    costs = tuple(finding for patterns in zip(meanings, normals, strict=True) for finding in _costs(*patterns))
    return Analysis(meanings, normals, (*program.warnings, *findings, *costs))


def _costs(meaning: Pattern, normal: Pattern) -> tuple[Diagnostic, ...]:
    from patternc.schedule.dense_ratio import slower_than_dense  # here, because rejecting a file does not need it

    return slower_than_dense(meaning, normal)


def compile_text(
    source: Source,
    backend: Backend,
    target: Target,
    overrides: Mapping[str, str],
    observe: Observe = ignore,
) -> tuple[File, ...]:
    """Text to the files of one backend, one per pattern; nothing is written to disk.

    Raises:
        Rejected: the source has errors; holds all of them.
    """
    return modules(source, analyse(source, overrides, observe), backend, target, overrides)


def modules(
    source: Source, analysis: Analysis, backend: Backend, target: Target, overrides: Mapping[str, str]
) -> tuple[File, ...]:
    """The files of one backend, one per pattern."""
    from patternc.schedule import schedule  # here, because rejecting a file does not need it

    words = _command(source, backend, target)
    pairs = zip(analysis.meanings, analysis.normals, strict=True)
    kernels = tuple(schedule(meaning, normal, target, backend.lowerings, backend.columns) for meaning, normal in pairs)
    return tuple(
        render(view)
        for kernel in kernels
        for view in backend.views(kernel, target, _origin(source, kernel.pattern, words, overrides))
    )


def references(source: Source, analysis: Analysis, overrides: Mapping[str, str]) -> tuple[File, ...]:
    """The files of what the patterns mean, one a pattern, alike for every backend."""
    from patternc.codegen.reference_file import reference_view  # here: checking a file needs none of it
    from patternc.schedule.topk_choice import topk_choice

    words = _command(source)
    origins = ((meaning, _origin(source, meaning, words, overrides)) for meaning in analysis.meanings)
    return tuple(render(reference_view(meaning, topk_choice(meaning), origin)) for meaning, origin in origins)


def _run_passes(pattern: Pattern, observe: Observe) -> Pattern:
    observe("lower", pattern)
    for stage in PASSES:
        pattern = stage.run(pattern)
        observe(stage.name, pattern)
    return pattern


def _command(source: Source, backend: Backend | None = None, target: Target | None = None) -> tuple[str, ...]:
    """The words of the command that builds a file, its parameters left out."""
    words: tuple[str, ...] = ("patternc", "build", "-" if source.name == "<stdin>" else source.name)
    if backend is not None:
        words += ("--backend", backend.name)
        if target is not None and target.name != backend.targets[0]:
            words += ("--target", target.name)
    return words


def _origin(source: Source, pattern: Pattern, words: tuple[str, ...], overrides: Mapping[str, str]) -> Origin:
    own = tuple(word for name, value in sorted(overrides.items()) for word in ("-D", f"{name}={value}"))
    text = source.text[pattern.span.start : pattern.span.stop]
    return Origin(_quoting(source, pattern), text, " ".join(map(_quoted, words + own)))


def _quoting(source: Source, pattern: Pattern) -> Source:
    """The source with those parts of a pattern at hand that comments quote."""
    branches = tuple(branch.span for group in pattern.groups for branch in group.branches)
    spans = (*branches, *(requirement.span for requirement in pattern.requirements))
    return replace(source, quotes={span: snippet(source, span) for span in spans})


def _quoted(word: str) -> str:
    """A command-line word quoted for a shell, always on one line."""
    if word.isprintable():
        return shlex.quote(word)
    escaped = (c if c.isprintable() and c not in "\\'" else "".join(f"\\x{b:02x}" for b in c.encode()) for c in word)
    return f"$'{''.join(escaped)}'"


def read(path: str | os.PathLike[str]) -> Source:
    """Read a pattern file. Its name is the last part of the path; tables are read from its folder.

    Raises:
        Rejected: the file is not UTF-8 text.
        OSError: the file can't be read.
    """
    file = Path(path)
    return decode(file.name, file.read_bytes(), _reader(file.parent), os.fspath(path))


def _reader(folder: Path) -> Callable[[str], bytes]:
    """A reader of files in a folder or below it; it raises OSError for any other file, also through links."""

    def beside(name: str) -> bytes:
        file = Path(os.path.realpath(folder / name, strict=True))
        if not file.is_relative_to(os.path.realpath(folder)):
            raise PermissionError(errno.EACCES, "the file is outside the pattern's folder", name)
        if not file.is_file():
            raise OSError(errno.EINVAL, "not a regular file", name)
        if file.stat().st_size > LARGEST_FILE:
            raise OSError(errno.EFBIG, f"larger than {LARGEST_FILE >> 20} MiB", name)
        return file.read_bytes()

    return beside


def decode(name: str, data: bytes, beside: Callable[[str], bytes] | None = None, path: str = "") -> Source:
    """The source text of a file's bytes, with LF line ends. Unprintable characters of its name become U+FFFD.

    `beside` reads the files that a pattern names (None: it may name none). `path` is what diagnostics call the file.

    Raises:
        Rejected: the bytes are not UTF-8 text.
    """
    name, path = printable(name), printable(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise undecodable(name, data, error, path) from None
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n"), beside, path)


def compile(  # noqa: A001 -- `patternc.compile` is the public name
    path: str | os.PathLike[str], backend: str = "torch", target: str | None = None, **parameters: object
) -> tuple[File, ...]:
    """Compile a pattern file.

    Args:
        path: the `.pat` file.
        backend: `torch`, `triton` or `reference`.
        target: a name from the device table; None means the backend's first target.
        parameters: values of the pattern's parameters, such as `w=[64, 128]`.

    Returns:
        The files that `patternc build` would write: the backend's modules, one per pattern, followed by the reference
        files of the same patterns; with the backend `reference` only the latter. Nothing is written to disk.

    Raises:
        Rejected: the file has errors; holds all of them.
        ValueError: unknown backend or target, or a parameter that is not Unicode text.
        OSError: the file can't be read.
    """
    overrides = {name: _language_text(value) for name, value in parameters.items()}
    for name, text in overrides.items():
        if not is_unicode(text):
            raise ValueError(f"{name}: {text!a} is not Unicode text")
    builds = _builds(backend, target)
    source = read(path)
    analysis = analyse(source, overrides)
    made = (file for build in builds for file in modules(source, analysis, *build, overrides))
    return (*made, *references(source, analysis, overrides))


def _builds(backend: str, target: str | None) -> tuple[tuple[Backend, Target], ...]:
    """The backend and its target, or neither for the reference, which is built for every target."""
    if backend == REFERENCE and target is None:
        return ()
    if backend == REFERENCE:
        raise ValueError(f"target: the {REFERENCE} is alike for all: {target!r} must be left out")
    chosen = backend_named(backend)
    return ((chosen, _target(chosen, target)),)


def _language_text(value: object) -> str:
    """A Python value as pattern-language text, as written after `-D NAME=`."""
    return f"[{', '.join(map(_language_text, value))}]" if isinstance(value, (list, tuple)) else str(value)


def backend_named(name: str) -> Backend:
    """The backend of that name in the registry.

    Raises:
        ValueError: there is no such backend.
    """
    from patternc.codegen.registry import BACKENDS  # here: checking a file needs no backend

    for backend in BACKENDS:
        if backend.name == name:
            return backend
    names = ", ".join([*(backend.name for backend in BACKENDS), REFERENCE])
    raise ValueError(f"backend: {name!r} is not one of {names}")


def _target(backend: Backend, name: str | None) -> Target:
    chosen = target_named(backend.targets[0] if name is None else name)
    if chosen is None:
        raise ValueError(f"target: {name!r} is not one of {', '.join(target.name for target in TARGETS)}")
    if chosen.name not in backend.targets:
        raise ValueError(f"target: {backend.name} builds for {', '.join(backend.targets)}, not {chosen.name}")
    return chosen
