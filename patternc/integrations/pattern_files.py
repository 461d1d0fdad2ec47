"""A pattern file for another library's calls: what decides about a call, and modules with the statements it needs."""

from __future__ import annotations

import functools
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from patternc.analysis.distances import by_distance_alone, farthest_back, is_causal
from patternc.api import backend_named, overrides_of
from patternc.best_backend import best_here, say_slower
from patternc.diagnostics import nearest
from patternc.driver import DEFAULT, Analysis, analyse, modules, read, references
from patternc.frontend import syntax
from patternc.frontend.check.overrides import Keywords
from patternc.frontend.parser import parse
from patternc.ir.digest import digest
from patternc.ir.inputs import input_facts
from patternc.ir.interface import interface
from patternc.ir.mask import InputKind, Layout, Pattern, Schedule, Sink, Softcap
from patternc.loaded import imported
from patternc.source import Source
from patternc.targets import Target, target_named

if TYPE_CHECKING:
    from torch import Tensor

    from patternc.codegen.registry import Backend

Path: TypeAlias = str | os.PathLike[str]
AUTO = "auto"
"""The backend that is best for the device of a call."""


@dataclass(frozen=True, slots=True)
class Additions:
    """Features that a call needs and the file's pattern may lack.

    `documents`: an input of offsets, with which every branch is intersected. `softcap`: the cap of the scores, before
    all other modifiers. `sink`: an input with a logit per head. `dropout`: weights may be dropped. `ring`: ranks that
    share the sequence, 0 for none.
    """

    documents: bool = False
    softcap: float | None = None
    sink: bool = False
    dropout: bool = False
    ring: int = 0


NOTHING = Additions()


@dataclass(frozen=True, eq=False)
class PatternFile:
    """A file with one pattern, and what follows from its meaning: plain fields, which compiled graphs can read.

    `digest`: twelve hexadecimal digits of the meaning; comments, names and launch orders don't change them. `causal`:
    whether it is proven that rows depend on no later position. `by_distance`: whether it does not matter where a
    sequence begins. `farthest_back`: how far behind its query a key is at most; None if there is no proof.
    `reads_heads`: whether results depend on a head's place in the model. `scale`, `softcap`, `sink`: what the pattern
    itself states, `sink` being an input. `offsets`: its inputs of offsets. `others`: all further inputs.
    `placed`: those of them whose rows are a call's queries or keys. `documents_name`, `sink_name`: the inputs of the
    pattern, or those that it is given with `Additions`.
    """

    path: str
    backend: str
    analysis: Analysis
    digest: str
    causal: bool
    by_distance: bool
    farthest_back: int | None
    reads_heads: bool
    scale: float | None
    softcap: float | None
    sink: str | None
    offsets: tuple[str, ...]
    others: tuple[str, ...]
    placed: tuple[str, ...]
    documents_name: str
    sink_name: str

    @property
    def meaning(self) -> Pattern:
        """The pattern as written."""
        return self.analysis.meanings[0]

    @property
    def parameters(self) -> Mapping[str, str]:
        """The values of parameters that were given, in the language of patterns."""
        return self.analysis.overrides

    @functools.cache  # noqa: B019 -- files stay as long as the process
    def module(self, additions: Additions, device: str) -> ModuleType:
        """The module with these additions for tensors of a type of device."""
        backend, target = backend_for(device) if self.backend == AUTO else (backend_named(self.backend), None)
        chosen = target or target_named(backend.targets[0])
        assert chosen is not None, "backends build for targets of the device table"
        (file,) = modules(self._with(additions), backend, chosen)
        return imported(file)

    @functools.cache  # noqa: B019
    def reference(self) -> ModuleType:
        """The generated reference of the pattern as written."""
        (file,) = references(self.analysis)
        return imported(file)

    def _with(self, additions: Additions) -> Analysis:
        """The analysis of the extended text."""
        if additions == NOTHING:
            return self.analysis
        if self.meaning.ring is not None:
            additions = replace(additions, ring=0)
        text = extended(self.analysis.source, additions, self.documents_name, self.sink_name)
        analysis = analyse(replace(self.analysis.source, text=text), self.parameters)
        if not additions.dropout:
            return analysis
        meanings, normals = (  # modules around a pattern have dropout, so that no statement of the pattern says so
            tuple(replace(one, dropout=True) for one in some) for some in (analysis.meanings, analysis.normals)
        )
        return replace(analysis, meanings=meanings, normals=normals)


def backend_for(device: str) -> tuple[Backend, Target | None]:
    """The backend for tensors of a type of device: the best one here, or the default one if they are elsewhere."""
    best = best_here()
    if (device == "cpu") != (best.target is None):
        return backend_named(DEFAULT), None
    if best.slower:
        say_slower(best.backend.title, best.slower)
    return best.backend, best.target


def pattern_file(path: Path, parameters: Mapping[str, str], backend: str = AUTO, name: str = "") -> PatternFile:
    """Read and check a file with one pattern, whose modules are made by a backend, or by the best one for each device.

    `name`: the pattern to take from a file with several, whose other patterns and modules are ignored.

    Raises:
        Rejected: the file has errors, or no such parameter.
        ValueError: the file holds several patterns, none of that name, or there is no such backend.
        OSError: the file can't be read.
    """
    if backend != AUTO:
        backend_named(backend)
    analysis = analyse(_with_one_pattern(path, name), parameters)
    if analysis.joins:
        join = analysis.joins[0]
        reason = "whose entries nothing here can pass" if join.holds == "sources" else "which take a whole grid"
        raise ValueError(f"{path}: {join.name} has {join.holds}, {reason}: call the module's `attention`")
    (meaning,), (normal,) = analysis.meanings, analysis.normals
    text = analysis.source.text
    sink = next((score.input for score in meaning.scores if isinstance(score, Sink)), None)
    offsets = tuple(one.name for one in meaning.inputs if one.kind is InputKind.OFFSETS)
    reaches = [one for one in map(farthest_back, (meaning, normal)) if one is not None]
    return PatternFile(
        path=os.fspath(path),
        backend=backend,
        analysis=analysis,
        digest=digest(replace(meaning, name="", schedule=Schedule.AUTO, layout=Layout())),
        causal=is_causal(meaning) or is_causal(normal),
        by_distance=by_distance_alone(meaning),
        farthest_back=min(reaches, default=None),
        reads_heads=bool(interface(analysis.meanings[0]).heads),
        scale=meaning.scale,
        softcap=next((score.cap for score in meaning.scores if isinstance(score, Softcap)), None),
        sink=sink,
        offsets=offsets,
        others=tuple(one.name for one in meaning.inputs if one.name not in {sink, *offsets}),
        placed=tuple(one.name for one in meaning.inputs if input_facts(one.kind).brought),
        documents_name=offsets[0] if offsets else _fresh("documents", text),
        sink_name=sink or _fresh("sinks", text),
    )


def files_by_kind(
    patterns: Path | Mapping[str, Path], backend: str, parameters: Mapping[str, object]
) -> dict[str, PatternFile]:
    """The pattern files of kinds of layers, or one for all layers under the kind `""`.

    `parameters`: their values, each for the files that have it. Of a file with several patterns, a kind has the one of
    its name.

    Raises:
        Rejected: a file has errors.
        ValueError: no file, a file with several patterns and none of a kind's name, a parameter that no file has, an
            unknown backend.
        OSError: a file can't be read.
    """
    paths = dict(patterns) if isinstance(patterns, Mapping) else _by_kind(patterns)
    if not paths:
        raise ValueError("patterns: no file, must be a path or {'full_attention': PATH, ...}")
    texts = overrides_of(parameters)
    found = {kind: patterns_of(path) for kind, path in paths.items()}
    names = {kind: some.get(kind, frozenset().union(*some.values())) for kind, some in found.items()}
    for given in texts:
        if not any(given in known for known in names.values()):
            told = ", ".join(sorted({os.fspath(path) for path in paths.values()}))
            near = nearest(given, sorted({one for some in names.values() for one in some}))
            raise ValueError(f"{given}: {told} has no such parameter; {near}".removesuffix("; "))
    return {
        kind: pattern_file(
            path, Keywords((given, text) for given, text in texts.items() if given in names[kind]), backend, kind
        )
        for kind, path in paths.items()
    }


def refuse_scale(file: PatternFile, scaling: float | None) -> None:
    """Refuse a layer and a pattern that scale scores by different factors."""
    if file.scale is not None and scaling is not None and not math.isclose(file.scale, scaling, rel_tol=1e-6):
        raise ValueError(f"{file.path}: `score scale({file.scale:g})`, but the model scales by {scaling:g}: remove it")


def refuse_scores(file: PatternFile, scaling: float | None, softcap: float | None, sinks: Tensor | None) -> None:
    """Refuse a layer and a pattern that state different scores."""
    refuse_scale(file, scaling)
    if None not in (file.softcap, softcap) and file.softcap != softcap:
        raise ValueError(
            f"{file.path}: `score softcap({file.softcap:g})`, but the model caps at {softcap:g}: remove the statement, "
            "the model's is used then"
        )
    if file.sink is not None and sinks is None:
        raise ValueError(
            f"{file.path}: `score sink(@{file.sink})`, but the model passes no sink logits: remove the statement"
        )


def _by_kind(path: Path) -> dict[str, Path]:
    """The kinds for which a file is registered: all, or those after which it names its patterns if they are several."""
    names = patterns_of(path)
    return dict.fromkeys(names, path) if len(names) > 1 else {"": path}


def patterns_of(path: Path) -> dict[str, frozenset[str]]:
    """The names of a file's patterns, each with the names of its parameters."""
    patterns = (item for item in parse(read(path)).items if isinstance(item, syntax.Pattern))
    return {one.name.id: frozenset(given.name.id for given in one.parameters) for one in patterns}


def _with_one_pattern(path: Path, name: str) -> Source:
    """The source of a file; if it holds several patterns, with blanks in place of all but the named one."""
    source = read(path)
    tree = parse(source)
    names = [item.name.id for item in tree.items if isinstance(item, syntax.Pattern)]
    if len(names) < 2 or tree.problems:
        return source
    if name not in names:
        wanted = f"one of them named {name}" if name else "one"
        raise ValueError(f"path: {os.fspath(path)} holds the patterns {', '.join(names)}, must hold {wanted}")
    text, stops = source.text, [item.span.start for item in tree.items[1:]] + [len(source.text)]
    for item, stop in zip(tree.items, stops, strict=True):
        if isinstance(item, syntax.Module) or (isinstance(item, syntax.Pattern) and item.name.id != name):
            start = item.span.start
            text = text[:start] + re.sub(r"[^\n]", " ", text[start:stop]) + text[stop:]
    return replace(source, text=text)


def extended(source: Source, additions: Additions, documents: str, sink: str) -> str:
    """The text of a file with one pattern and the statements of `additions`, whose inputs have the given names."""
    (pattern,) = (item for item in parse(source).items if isinstance(item, syntax.Pattern))
    first = [f"input {documents}: offsets"] if additions.documents else []
    first += [f"score softcap({additions.softcap!r})"] if additions.softcap is not None else []
    last = [f"input {sink}: table(heads)", f"score sink(@{sink})"] if additions.sink else []
    last += [f"ring(ranks={additions.ring}, layout=zigzag)"] if additions.ring else []
    edits = [(pattern.body[0].span.start, "".join(f"{one}\n    " for one in first))]
    where = next((one for one in pattern.body if isinstance(one, syntax.Where)), None)
    if additions.documents and where is not None:
        edits += [(where.mask.span.start, "("), (where.mask.span.stop, f") & document(@{documents})")]
    elif additions.documents:
        last.insert(0, f"where document(@{documents})")
    edits.append((pattern.span.stop - 1, "".join(f"    {one}\n" for one in ["", *last]) if last else ""))
    text = source.text
    for at, added in sorted(edits, reverse=True):
        text = f"{text[:at]}{added}{text[at:]}"
    return text


def _fresh(name: str, text: str) -> str:
    """A name that a text does not contain."""
    return name if not re.search(rf"\b{name}\b", text) else _fresh(f"{name}_", text)
