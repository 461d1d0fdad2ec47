"""The public functions of `patternc`: from the path or the text of a pattern to files, modules, findings, pictures."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast, overload

from patternc.bare_masks import in_mask, is_mask, pattern_text
from patternc.best_backend import best_here, say_slower
from patternc.config import language_text
from patternc.diagnostics import Diagnostics, Rejected, nearest
from patternc.driver import DEFAULT, REFERENCE, Analysis, analyse, decode, joined, modules, read, references
from patternc.files import File
from patternc.frontend.check.overrides import Keywords
from patternc.ir.joined import Join
from patternc.loaded import imported
from patternc.source import Source, is_unicode
from patternc.targets import TARGETS, Target, target_named

if TYPE_CHECKING:
    from types import ModuleType

    from patternc.codegen.registry import Backend
    from patternc.pictures.head_picture import HeadPicture
    from patternc.protocols import LoadedModule, LoadedReference

EVERY = "all"
"""The backend name that stands for every backend."""


def compile(  # noqa: A001 -- `patternc.compile` is the public name
    path: str | os.PathLike[str], backend: str = DEFAULT, target: str | None = None, **parameters: object
) -> tuple[File, ...]:
    """Compile a pattern file.

    Args:
        path: the `.pat` file.
        backend: `torch`, `triton`, `cpp`, `cuda` or `reference`; `all`: every backend that builds for the target.
        target: a name from the device table; None means the first target of each backend.
        parameters: values of the pattern's parameters, such as `w=[64, 128]`.

    Returns:
        The files that `patternc build --runtime inline` would write: the modules of each backend, one per pattern,
        followed by the reference files of the same patterns; with the backend `reference` only the latter. Nothing is
        written to disk.

    Raises:
        Rejected: the file has errors; holds all of them.
        TypeError: a parameter has no value that the language has, or the backend or the target is no text.
        ValueError: unknown backend or target, or a parameter that is not Unicode text.
        OSError: the file can't be read.
    """
    builds = _every_build(target) if backend == EVERY else _builds(backend, target)
    return _files(analyse(read(path), overrides_of(parameters)), builds)


@overload
def load(  # type: ignore[overload-overlap]
    path: str | os.PathLike[str], backend: Literal["reference"], *, pattern: str | None = None, **parameters: object
) -> LoadedReference: ...


@overload
def load(
    path: str | os.PathLike[str], backend: str = "auto", *, pattern: str | None = None, **parameters: object
) -> LoadedModule: ...


def load(
    path: str | os.PathLike[str], backend: str = "auto", *, pattern: str | None = None, **parameters: object
) -> LoadedModule | LoadedReference:
    """Compile a pattern and import the generated module; equal text gives the same module object.

    `auto` chooses Triton where torch finds a CUDA device that it serves, CUDA C++ on older ones, C++ on a CPU with a
    compiler, and torch elsewhere; the module's `__patternc_backend__` is the backend that was chosen. `reference` loads
    the reference file: `reference`, `mask` and `selfcheck`. In a notebook a module is shown as the page of `patternc
    show --html`.

    Args:
        path: the `.pat` file.
        backend: `auto`, `reference`, or a backend.
        pattern: the name of the pattern, for a file that holds several.
        parameters: values of the pattern's parameters, such as `w=[64, 128]`.

    Raises:
        Rejected: the file has errors.
        ValueError: unknown backend or pattern, or the file holds several patterns and none is named.
        OSError: the file can't be read, or the cache can't be written, or other users can write to the cache.
    """
    return _loaded(read(path), backend, pattern, parameters)


@overload
def loads(  # type: ignore[overload-overlap]
    text: str, backend: Literal["reference"], *, pattern: str | None = None, **parameters: object
) -> LoadedReference: ...


@overload
def loads(text: str, backend: str = "auto", *, pattern: str | None = None, **parameters: object) -> LoadedModule: ...


def loads(
    text: str, backend: str = "auto", *, pattern: str | None = None, **parameters: object
) -> LoadedModule | LoadedReference:
    """Compile a pattern that is given as a text, which may name no files, and import it as `load` does.

    Args:
        text: a pattern, or only a mask such as `causal & window(64)`, which becomes a pattern named `mask`.
        backend: as of `load`.
        pattern: as of `load`.
        parameters: as of `load`.

    Raises:
        Rejected: the text has errors; places in a mask are places in the text.
        TypeError: it is no text.
        ValueError: as by `load`.
        OSError: the cache can't be written, or other users can write to the cache.
    """
    source = _text(text)
    if not is_mask(source.text):
        return _loaded(source, backend, pattern, parameters)
    try:
        return _loaded(replace(source, text=pattern_text(source.text)), backend, pattern, parameters)
    except Rejected as rejected:
        raise in_mask(rejected, source) from None


def check(path: str | os.PathLike[str], **parameters: object) -> Diagnostics:
    """All errors and warnings of a pattern file, which `patternc check` prints; empty if there are none.

    Masks that the file expects are looked up too.

    Raises:
        ValueError: a parameter is not Unicode text.
        OSError: the file can't be read.
    """
    overrides = overrides_of(parameters)
    try:
        analysis = analyse(read(path), overrides)
    except Rejected as rejected:
        return Diagnostics(rejected.source, rejected.diagnostics)
    from patternc.pictures.expectations import unmet  # here: loading needs none of it

    return Diagnostics(analysis.source, (*analysis.warnings, *unmet(analysis.source)))


def show(
    path: str | os.PathLike[str],
    n: int | None = None,
    *,
    pattern: str | None = None,
    head: int = 0,
    heads: int | None = None,
    inputs: Mapping[str, Sequence[int]] | None = None,
    **parameters: object,
) -> HeadPicture:
    """The mask of a head as a picture: `print` shows it as text, a notebook as SVG.

    Args:
        path: the `.pat` file.
        n: positions; by default the cells of the grid, or twice the longest window or segment.
        pattern: the name of the pattern, for a file that holds several.
        head: which head.
        heads: of how many heads; by default those that the pattern names, or a few.
        inputs: numbers of runtime inputs for one batch entry, such as `{"offsets": [0, 10, 32]}`; what is not given
            is illustrated: three documents, half of the sequence.
        parameters: values of the pattern's parameters.

    Raises:
        Rejected: the file has errors.
        ValueError: an argument does not fit the pattern; names it.
        OSError: the file can't be read.
    """
    from patternc.pictures.pictured_call import head_picture  # here: compiling needs none of it

    analysis = analyse(read(path), overrides_of(parameters))
    return head_picture(analysis, _place(analysis, pattern), n, head, heads, inputs or {})


def _text(text: str) -> Source:
    """A text as a source that may name no files."""
    if not isinstance(text, str):
        raise TypeError(f"text: is a {type(text).__name__}, must be a text; `load` takes the path of a file")
    if not is_unicode(text):
        raise ValueError("text: is not Unicode text")
    return decode("<stdin>", text.encode(), path="<text>")


def _loaded(
    source: Source, backend: str, pattern: str | None, parameters: Mapping[str, object]
) -> LoadedModule | LoadedReference:
    overrides, builds = overrides_of(parameters), _best() if backend == "auto" else _builds(backend, None)
    chosen = builds[0][0].name if builds else REFERENCE
    analysis = analyse(source, overrides)
    found = _named_join(analysis, pattern)
    place = _place(analysis, pattern) if found is None else 0
    files = modules(analysis, *builds[0]) if builds else references(analysis)
    if found is not None:
        module = _imported_join(analysis, found, files, builds)
    else:
        module = imported(files[place])
        module.__dict__.update(_displays(analysis, place))
    module.__dict__["__patternc_backend__"] = chosen
    return cast("LoadedModule | LoadedReference", module)


def _named_join(analysis: Analysis, name: str | None) -> Join | None:
    """The pattern with sources of that name, or the only one of a file that holds no other pattern."""
    if name is not None:
        return next((one for one in analysis.joins if one.name == name), None)
    if analysis.joins and len(analysis.names) > 1:
        raise _several(analysis, analysis.names)
    return next(iter(analysis.joins), None)


def _imported_join(
    analysis: Analysis, join: Join, files: Sequence[File], builds: tuple[tuple[Backend, Target], ...]
) -> ModuleType:
    """The module of a pattern with sources, whose parts are imported before it."""
    held = zip(analysis.meanings, files, strict=True)
    names = {one.name: imported(file).__name__ for one, file in held if one.whole == join.name}
    backend, target = builds[0] if builds else (None, None)
    (file,) = joined(replace(analysis, joins=(join,)), backend, target, names=names)
    return imported(file)


def _best() -> tuple[tuple[Backend, Target], ...]:
    """The backend that runs best here; says so once where a faster one is missing something."""
    best = best_here()
    if best.slower:
        say_slower(best.backend.title, best.slower)
    return _builds(best.backend.name, None if best.target is None else best.target.name)


def _place(analysis: Analysis, name: str | None) -> int:
    """The index of the pattern of that name, or of the only one."""
    names = [meaning.name for meaning in analysis.meanings]
    if name is None and len(names) > 1:
        raise _several(analysis, names)
    join = next((one for one in analysis.joins if one.name == name), None)
    if join is not None:
        raise ValueError(f"pattern: {name!r} has {join.holds}; name one of its parts: {', '.join(join.parts)}")
    if name is not None and name not in names:
        raise ValueError(f"pattern: {name!r}; {nearest(name, names)}")
    return 0 if name is None else names.index(name)


def _several(analysis: Analysis, names: Sequence[str]) -> ValueError:
    return ValueError(f"pattern: {analysis.source.place} holds {', '.join(names)}; name one: pattern={names[0]!r}")


def _displays(analysis: Analysis, place: int) -> dict[str, Callable[[], str]]:
    """The methods by which notebooks show a module: its mask as a picture, and the page of `patternc show --html`."""

    def _repr_svg_() -> str:
        from patternc.pictures.notebook import picture  # here: loading needs none of it

        return picture(analysis, place)

    def _repr_html_() -> str:
        from patternc.pictures.notebook import framed_page

        return framed_page(analysis, place)

    return {"_repr_svg_": _repr_svg_, "_repr_html_": _repr_html_}


def overrides_of(parameters: Mapping[str, object]) -> dict[str, str]:
    """Values of parameters as texts of the pattern language.

    Raises:
        TypeError: a value is none that the language has; names the parameter.
        ValueError: a text is not Unicode; names the parameter.
    """
    overrides = Keywords()
    for name, value in parameters.items():
        try:
            overrides[name] = language_text(value)
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
        if not is_unicode(overrides[name]):
            raise ValueError(f"{name}: {overrides[name]!a} is not Unicode text")
    return overrides


def _files(analysis: Analysis, builds: tuple[tuple[Backend, Target], ...]) -> tuple[File, ...]:
    """The modules of each backend, then the reference files."""
    made = (file for build in builds for file in (*modules(analysis, *build), *joined(analysis, *build)))
    return (*made, *references(analysis), *joined(analysis, None, None))


def _builds(backend: str, target: str | None) -> tuple[tuple[Backend, Target], ...]:
    """The backend and its target; nothing for the reference, which does not depend on the target."""
    if backend == REFERENCE and target is None:
        return ()
    if backend == REFERENCE:
        raise ValueError(f"target: the {REFERENCE} does not depend on the target: remove {target!r}")
    chosen = backend_named(backend)
    return ((chosen, _target(chosen, target)),)


def backend_named(name: str) -> Backend:
    """The backend of that name in the registry.

    Raises:
        ValueError: there is no such backend.
    """
    from patternc.codegen.registry import BACKENDS  # here: checking a file needs no backend

    names = [*(backend.name for backend in BACKENDS), REFERENCE]
    if not isinstance(name, str):
        raise TypeError(f"backend: {name!r}, must be a text: one of {', '.join(names)}")
    for backend in BACKENDS:
        if backend.name == name:
            return backend
    raise ValueError(f"backend: {name!r}, must be one backend; {nearest(name, names)}")


def _every_build(target: str | None) -> tuple[tuple[Backend, Target], ...]:
    """Every backend that builds for the target, or each with its first target."""
    from patternc.codegen.registry import BACKENDS

    able = [one for one in BACKENDS if target is None or _device(target).name in one.targets]
    return tuple((one, _target(one, target)) for one in able)


def _device(name: str) -> Target:
    """The target of that name in the device table."""
    names = ", ".join(target.name for target in TARGETS)
    if not isinstance(name, str):
        raise TypeError(f"target: {name!r}, must be a text: one of {names}")
    chosen = target_named(name)
    if chosen is None:
        raise ValueError(f"target: {name!r} is not one of {names}")
    return chosen


def _target(backend: Backend, name: str | None) -> Target:
    chosen = _device(backend.targets[0] if name is None else name)
    if chosen.name not in backend.targets:
        raise ValueError(f"target: {backend.name} builds for {', '.join(backend.targets)}, not {chosen.name}")
    return chosen
