"""The compiler from end to end: pattern text in, generated files out."""

from __future__ import annotations

import errno
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from patternc.analysis.findings import audit, lint
from patternc.codegen.emit import Origin, Runtime, render
from patternc.diagnostics import Diagnostic, Rejected, undecodable
from patternc.files import File
from patternc.frontend.check import check
from patternc.frontend.directives import directives
from patternc.frontend.lower import lower
from patternc.frontend.parser import parse, snippet
from patternc.frontend.typed import Program
from patternc.ir.interface import interface
from patternc.ir.joined import Join
from patternc.ir.mask import Pattern
from patternc.source import Source, printable
from patternc.targets import TARGETS, Target
from patternc.transforms import PASSES

if TYPE_CHECKING:
    from patternc.codegen.backend import Legal
    from patternc.codegen.registry import Backend
    from patternc.ir.kernel import Kernel

LARGEST_FILE = 64 << 20  # bytes of a table file that a pattern may name
WARNED = ("cpu", "sm_90")
"""The targets for which commands that build for no target, such as `check`, warn about slow patterns."""
DEFAULT = "torch"
"""The name of the default backend, which runs on every device that torch supports."""
REFERENCE = "reference"
"""The backend name that stands for the reference file, which defines the meaning of a pattern."""
Observe = Callable[[str, object], None]
"""Called after every stage with its name and its result: once per file, or once per pattern of the file.

The stages are `parse`, `check`, `lower`, each transform by its name, `analysis`, `schedule`, `legalize`,
`host` where the backend has that stage, `shell`, `views` and `render`.
"""
T = TypeVar("T")


def ignore(_stage: str, _made: object) -> None:
    """The observer that does nothing."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The patterns of a source as written, the same patterns after the transforms, and the warnings.

    `joins`: the patterns with sources, of which `meanings` and `normals` have the parts.
    """

    source: Source
    overrides: Mapping[str, str]
    meanings: tuple[Pattern, ...]
    normals: tuple[Pattern, ...]
    warnings: tuple[Diagnostic, ...]
    joins: tuple[Join, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the patterns as the file has them: those with sources, and others, but no parts."""
        return (*(one.name for one in self.joins), *(one.name for one in self.meanings if not one.whole))

    def parts(self, join: Join) -> tuple[Pattern, ...]:
        """The parts of a pattern with sources."""
        return tuple(meaning for meaning in self.meanings if meaning.whole == join.name)

    def alone(self, place: int) -> Analysis:
        """The analysis with only the pattern at an index of the file."""
        return replace(self, meanings=(self.meanings[place],), normals=(self.normals[place],), joins=())


def analyse(
    source: Source,
    overrides: Mapping[str, str],
    observe: Observe = ignore,
    targets: tuple[str, ...] = WARNED,
) -> Analysis:
    """Text to checked mask IR, once for all backends.

    Args:
        source: the pattern file.
        overrides: parameter values, as written after `-D`.
        observe: called after every stage.
        targets: the targets for which warnings about slow patterns are given.

    Raises:
        Rejected: the source has errors; holds all of them.
    """
    tree = _observed(observe, "parse", parse(source))
    program = _observed(observe, "check", check(tree, source, overrides))
    meanings = lower(program)
    normals = tuple(_transformed(meaning, observe) for meaning in meanings)
    comments = directives(source)
    diagnostics = (*program.warnings, *_findings(source, program, meanings, normals, targets), *comments.problems)
    warnings = comments.kept(diagnostics, source)
    kept = _observed(observe, "analysis", warnings)
    return Analysis(source, overrides, meanings, normals, kept, program.joins)


def _observed(observe: Observe, stage: str, made: T) -> T:
    observe(stage, made)
    return made


def _transformed(pattern: Pattern, observe: Observe) -> Pattern:
    observe("lower", pattern)
    for stage in PASSES:
        pattern = _observed(observe, stage.name, stage.run(pattern))
    return pattern


def _findings(
    source: Source,
    program: Program,
    meanings: tuple[Pattern, ...],
    normals: tuple[Pattern, ...],
    targets: tuple[str, ...],
) -> tuple[Diagnostic, ...]:
    """The warnings that need a whole pattern; errors are raised."""
    pairs = tuple(zip(meanings, normals, strict=True))
    faults = tuple(finding for meaning, normal in pairs for finding in audit(meaning, normal))
    refused = any(finding.code == "P044" for finding in faults)  # then there is no normal form to inspect
    hints = zip(program.patterns, meanings, normals, strict=True) if not refused else ()
    findings = (*faults, *(finding for patterns in hints for finding in lint(*patterns)))
    if any(finding.severity == "error" for finding in findings):
        raise Rejected(source, (*program.warnings, *findings))
    return (*findings, *(finding for pair in pairs for finding in _costs(source, *pair, targets)))


def _costs(source: Source, meaning: Pattern, normal: Pattern, targets: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    from patternc.cost.slow_candidates import may_be_slow  # here, because rejecting a file does not need it

    if not targets or not may_be_slow(meaning, normal):
        return ()
    from patternc.cost.slow_patterns import slower_than_dense  # here: it takes as long to import as all of the above

    chosen = tuple(one for one in TARGETS if one.name in targets)
    return slower_than_dense(meaning, normal, quoting(source, meaning), chosen)


def kernels(analysis: Analysis, backend: Backend, target: Target, observe: Observe = ignore) -> tuple[Kernel, ...]:
    """The loops that a backend runs, one kernel per pattern."""
    from patternc.schedule import schedule  # here, because rejecting a file does not need it

    def made(meaning: Pattern, normal: Pattern) -> Kernel:
        kernel = schedule(meaning, normal, target, backend.lowerings, backend.columns, backend.unordered)
        return _observed(observe, "schedule", kernel)

    return tuple(map(made, analysis.meanings, analysis.normals))


def legalized(analysis: Analysis, backend: Backend, target: Target, observe: Observe = ignore) -> Iterator[Legal]:
    """Each pattern as the backend's files print it."""
    return _legalized(analysis, kernels(analysis, backend, target, observe), backend, target, observe)


def _legalized(
    analysis: Analysis, scheduled: Iterable[Kernel], backend: Backend, target: Target, observe: Observe
) -> Iterator[Legal]:
    from patternc.codegen.backend import Legal  # here: checking a file needs none of it

    for kernel in scheduled:
        source = quoting(analysis.source, kernel.pattern)
        device = _observed(observe, "legalize", backend.legalize(kernel, source, target))
        host = None if backend.host is None else _observed(observe, "host", backend.host(kernel, device))
        yield Legal(kernel, device, host)


def modules(
    analysis: Analysis,
    backend: Backend,
    target: Target,
    observe: Observe = ignore,
    runtime: Runtime = Runtime.INLINE,
) -> tuple[File, ...]:
    """The files of one backend, one per pattern."""
    return printed(analysis, kernels(analysis, backend, target, observe), backend, target, observe, runtime)


def printed(
    analysis: Analysis,
    scheduled: Iterable[Kernel],
    backend: Backend,
    target: Target,
    observe: Observe = ignore,
    runtime: Runtime = Runtime.INLINE,
) -> tuple[File, ...]:
    """The files of one backend, one per kernel; `scheduled`: the result of `kernels`."""
    from patternc.codegen.shell import shell  # here: checking a file needs none of it

    words = _command(analysis.source, backend, target)
    words += () if runtime is Runtime.VENDORED else ("--runtime", runtime.value)
    files: list[File] = []
    for legal in _legalized(analysis, scheduled, backend, target, observe):
        origin = _origin(analysis, legal.kernel.pattern, words, runtime)
        around = _observed(observe, "shell", shell(legal, backend, target, origin))
        views = (_observed(observe, "views", view) for view in backend.views(legal, around, target, origin))
        files += (_observed(observe, "render", render(view)) for view in views)
    return tuple(files)


def joined(
    analysis: Analysis,
    backend: Backend | None,
    target: Target | None,
    runtime: Runtime = Runtime.INLINE,
    names: Mapping[str, str] | None = None,
) -> tuple[File, ...]:
    """The files of the patterns with sources, which call those of their parts.

    Args:
        analysis: of the file.
        backend: that of the parts; None: the references.
        target: what the parts are built for.
        runtime: as of `modules`.
        names: the modules of parts, by the names of these; None: files beside.
    """
    from patternc.codegen.join_file import join_view  # here: checking a file needs none of it

    words = _command(analysis.source, backend, target)
    words += ("--runtime", runtime.value) if backend is not None and runtime is not Runtime.VENDORED else ()
    name = REFERENCE if backend is None else backend.name
    files: list[File] = []
    for one in analysis.joins:
        parts = analysis.parts(one)
        files.append(render(join_view(one, parts, _origin(analysis, parts[0], words, runtime), name, names)))
    return tuple(files)


def runtime_package(backends: Iterable[Backend]) -> tuple[File, ...]:
    """The package from which modules of these backends import when they are built for `Runtime.VENDORED`."""
    from patternc.codegen import runtime_package  # here: checking a file needs none of it

    return runtime_package.runtime_package(tuple(backend.name for backend in backends))


def references(analysis: Analysis, observe: Observe = ignore) -> tuple[File, ...]:
    """The reference files, one per pattern, the same for every backend."""
    from patternc.codegen.reference_file import reference_view  # here: checking a file needs none of it
    from patternc.schedule.listing import topk_choice

    words = _command(analysis.source)
    files: list[File] = []
    for meaning in analysis.meanings:
        origin = _origin(analysis, meaning, words)
        view = _observed(observe, "views", reference_view(meaning, interface(meaning), topk_choice(meaning), origin))
        files.append(_observed(observe, "render", render(view)))
    return tuple(files)


def _command(source: Source, backend: Backend | None = None, target: Target | None = None) -> tuple[str, ...]:
    """The words of the command that builds a file, without parameters."""
    name = "-" if source.name == "<stdin>" else source.name
    words: tuple[str, ...] = ("patternc", "build", f"./{name}" if name.startswith("-") and name != "-" else name)
    if backend is not None:
        words += ("--backend", backend.name)
        if target is not None and target.name != backend.targets[0]:
            words += ("--target", target.name)
        if target is not None and target.tuned is not None:
            words += ("--tiles", target.tuned.name)
    return words


def _origin(analysis: Analysis, pattern: Pattern, words: tuple[str, ...], runtime: Runtime = Runtime.INLINE) -> Origin:
    source = analysis.source
    own = tuple(word for name, value in sorted(analysis.overrides.items()) for word in ("-D", f"{name}={value}"))
    text = source.text[pattern.span.start : pattern.span.stop]
    return Origin(quoting(source, pattern), text, " ".join(map(_quoted, words + own)), runtime)


def quoting(source: Source, pattern: Pattern) -> Source:
    """The source with the texts of a pattern's statements that comments quote."""
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
    return at_path(path, Path(path).read_bytes())


def at_path(path: str | os.PathLike[str], data: bytes) -> Source:
    """The source of a pattern file with these bytes, saved or not.

    Raises:
        Rejected: they are not UTF-8 text.
    """
    file = Path(path)
    return decode(file.name, data, _reader(file.parent), os.fspath(path))


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
