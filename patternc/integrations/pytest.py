"""A pytest plugin that collects `.pat` files: `-p patternc.integrations.pytest` in `addopts`.

A file has the items `findings`; `expect:LINE` for each mask that it expects; `stale` where the configuration names an
output folder; and `selfcheck:PATTERN:BACKEND` for each backend of the configuration. A selfcheck runs the module of the
output folder, with what is compiled beside it, unless that is stale.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cached_property, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from _pytest._code.code import ExceptionInfo, TerminalRepr

from patternc.api import backend_named, load
from patternc.cli import run
from patternc.config import Config, of_file
from patternc.diagnostics import CODES, Rejected, render
from patternc.driver import DEFAULT, REFERENCE, analyse, read
from patternc.frontend.directives import Expectation, directives
from patternc.pictures.expectations import judged
from patternc.source import Source


class FindingsError(Exception):
    """The findings of a file's check, as `patternc check` prints them."""


class PatternWarning(pytest.PytestWarning):
    """Warnings of a pattern file that the configuration does not deny."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect pattern files: those of the configuration, or all where it names none."""
    if file_path.suffix != ".pat":
        return None
    config = of_file(file_path) or Config(file_path.parent)
    if config.files and not config.holds(file_path):
        return None
    return PatternFile.from_parent(parent, path=file_path, config_of_file=config)


class PatternFile(pytest.File):
    """A pattern file."""

    def __init__(self, *, config_of_file: Config, **others: object) -> None:
        super().__init__(**others)  # type: ignore[arg-type]
        self.config_of_file = config_of_file

    @cached_property
    def stale(self) -> str:
        """The message of `patternc build --check` about the file; empty if everything built from it is up to date."""
        said, folder = io.StringIO(), self.config_of_file.folder
        warnings = [word for code in CODES for word in ("--allow", code)]  # they are another item's
        with chdir(folder), redirect_stdout(said), redirect_stderr(said):
            code = run(["build", "--check", *warnings, str(self.path.relative_to(folder))])
        return said.getvalue() if code else ""

    def module(self, pattern: str, backend: str) -> Any:
        """The module of a pattern, or its reference: the built one, or one made now where that is stale or missing."""
        output = self.config_of_file.output
        if output is None or self.stale:
            return load(self.path, backend, pattern=pattern, **self.config_of_file.parameters_of(self.path))
        folder = self.config_of_file.folder / output
        package = ModuleType(f"patternc_built_{sha256(os.fsencode(folder)).hexdigest()[:8]}")
        package.__path__ = [str(folder)]
        sys.modules.setdefault(package.__name__, package)
        return import_module(f"{package.__name__}.{pattern}_{backend}")

    def collect(self) -> Iterator[pytest.Item]:
        """The items of the file; of one with errors only its findings."""
        config, parameters = self.config_of_file, self.config_of_file.parameters_of(self.path)
        yield self._item("findings", _findings)
        try:
            source = read(self.path)
            analysis = analyse(source, parameters, targets=())
            names = [*(one.name for one in analysis.meanings), *(one.name for one in analysis.joins)]
        except Rejected:
            return
        for expectation in directives(source).expectations:
            yield self._item(
                f"expect:{source.position(expectation.span.start)[0]}", partial(_expected, expectation, source)
            )
        if config.output is not None:
            yield self._item("stale", _stale)
        for backend in config.backends or (DEFAULT,):
            for name in names:
                yield self._item(f"selfcheck:{name}:{backend}", partial(_selfcheck, name, backend))

    def _item(self, name: str, test: Callable[[PatternFile, pytest.Item], None]) -> pytest.Item:
        return cast(pytest.Item, _Item.from_parent(self, name=name, test=test))


class _Item(pytest.Item):
    """One check of a file."""

    def __init__(self, *, test: Callable[[PatternFile, pytest.Item], None], **others: object) -> None:
        super().__init__(**others)  # type: ignore[arg-type]
        self.test = test

    def runtest(self) -> None:
        """Run the check."""
        self.test(cast(PatternFile, self.parent), self)

    def repr_failure(
        self,
        excinfo: ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002
    ) -> str | TerminalRepr:
        """The findings alone, or the trace of any other error."""
        if isinstance(excinfo.value, (FindingsError, Rejected)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, and the name of the check."""
        return self.path, 0, f"{self.path.name}: {self.name}"


def _findings(file: PatternFile, item: pytest.Item) -> None:
    config = file.config_of_file
    analysis = analyse(read(file.path), config.parameters_of(file.path))
    diagnostics = config.policy.applied(analysis.warnings)
    if any(one.severity == "error" for one in diagnostics):
        raise FindingsError(render(diagnostics, analysis.source))
    if diagnostics:
        item.warn(PatternWarning(render(diagnostics, analysis.source)))


def _expected(expectation: Expectation, source: Source, _file: PatternFile, _item: pytest.Item) -> None:
    diagnostic = judged(expectation, source)
    if diagnostic is not None:
        raise FindingsError(render((diagnostic,), source))


def _stale(file: PatternFile, _item: pytest.Item) -> None:
    if file.stale:
        raise FindingsError(file.stale)


def _selfcheck(pattern: str, backend: str, file: PatternFile, _item: pytest.Item) -> None:
    """Skipped where the modules of a backend can't run."""
    chosen = backend_named(backend)
    missing = [name for name in chosen.packages if find_spec(name.partition(".")[0]) is None]
    if missing:
        pytest.skip(f"{missing[0]} is not installed")
    import torch

    if "cpu" not in chosen.devices and not torch.cuda.is_available():
        pytest.skip(f"{chosen.title} modules need a GPU")
    file.module(pattern, REFERENCE).selfcheck(file.module(pattern, backend).attention)
